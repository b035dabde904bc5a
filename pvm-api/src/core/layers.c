/* layers.c - see task.h. */

#include "task.h"

static void end_layer(struct pvmi_layer *layer)
{
    if (layer->state != NULL && layer->end != NULL)
        layer->end(layer->state);
    layer->state = NULL;
}

void pvmi_layers_end(struct pvm_task *t)
{
    end_layer(&t->layers.group);
    end_layer(&t->layers.fortran);
}

void pvmi_layers_forget(struct pvm_task *t)
{
    struct pvmi_layer *const layers[] = {&t->layers.group, &t->layers.fortran};
    for (int i = 0; i < 2; i++) {
        if (layers[i]->state != NULL && layers[i]->forget != NULL)
            layers[i]->forget(layers[i]->state);
        layers[i]->state = NULL;
    }
}
