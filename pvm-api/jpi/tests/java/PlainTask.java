// A Java task that speaks to a C task by PVM's own calls (pvm.c): as a master it spawns one and sends it numbers, as a
// task that C has spawned it answers.
import jpi.Pvm;

public class PlainTask {
    public static void main(String[] args) throws InterruptedException {
        if (Pvm.parent() == Pvm.NoParent)
            master(args[0]);
        else
            answer(Pvm.parent());
        Pvm.exit();
    }

    private static void master(String program) throws InterruptedException {
        int[] tids = new int[2];
        int n = Pvm.spawn(program, new String[] {"doubled"}, Pvm.TaskDefault, "", tids);
        System.out.println(n + " C tasks on " + Pvm.config().length + " nodes");
        for (int tid : tids) {
            Pvm.initsend(Pvm.DataDefault);
            Pvm.pkint(new int[] {1, 2, 3}, 3, 1);
            Pvm.pkdouble(new double[] {0.5, 9, 1.5}, 2, 2);
            Pvm.pkstr("from Java");
            Pvm.send(tid, 5);
        }
        long before = System.currentTimeMillis();
        Thread.sleep(1000);
        System.out.println("slept " + (System.currentTimeMillis() - before) / 100 + " tenths");
        for (int tid : tids) {
            int[] about = Pvm.bufinfo(Pvm.recv(tid, 6));
            show(about, tid);
        }
        try {
            Pvm.send(-5, 1);
        } catch (jpi.JException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Pvm.nrecv(-1, -1) + " " + Pvm.joingroup("java") + " " + Pvm.gsize("java"));
    }

    private static void show(int[] about, int tid) {
        int[] whole = new int[3];
        double[] real = new double[3];
        Pvm.upkint(whole, 3, 1);
        Pvm.upkdouble(real, 2, 2);
        System.out.println((about[2] == tid) + " " + about[1] + " " + java.util.Arrays.toString(whole) +
                           java.util.Arrays.toString(real) + Pvm.upkstr());
    }

    /** The same as the C task does, for a master in C. */
    private static void answer(int parent) {
        Pvm.recv(parent, 5);
        int[] whole = new int[3];
        double[] real = new double[2];
        Pvm.upkint(whole, 3, 1);
        Pvm.upkdouble(real, 2, 1);
        String text = Pvm.upkstr();
        for (int i = 0; i < 3; i++)
            whole[i] *= 2;
        Pvm.initsend(Pvm.DataDefault);
        Pvm.pkint(whole, 3, 1);
        Pvm.pkdouble(real, 2, 1);
        Pvm.pkstr(text + ", and back");
        Pvm.send(parent, 6);
    }
}
