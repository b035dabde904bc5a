/* settings.h - the settings that the environment may hold, and warnings about those that have no effect. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* AP1000_NAME of a program that wants a machine of its own, whatever is up. */
#define SETTINGS_NO_MACHINE "none"

/* One line on stderr for each AP1000_* of the environment that is no setting, with the setting whose name is near, if
 * there is one. who: the speaker, for example "ap1000". */
void settings_say_unknown(const char *who);

/* One line on stderr that names the settings of a machine that are in the environment of a program which joins
 * `machine`, one that runs already: they have no effect. None: no line. */
void settings_say_unheard(const char *who, const char *machine);

#ifdef __cplusplus
}
#endif
