package jpi;

import java.io.IOException;
import java.nio.file.*;
import java.util.*;

/** JRun's command line. */
final class Options {
    static final String USAGE =
            "usage: jrun [-nt N] [-mf FILE] [-nw N] [-J...] CLASS [ARGUMENT...]\n"
            + "       jrun -task CLASS [ARGUMENT...]\n"
            + "  -nt N     user threads (ranks) in all; default: one for each machine of -mf, else 1\n"
            +
            "  -mf FILE  names of machines, one a line: a worker process on each (default: on any,\n"
            + "            one for each thread, as far as there are machines)\n"
            + "  -nw N     so many worker processes\n"
            + "  -J...     an option for the workers' java: -J-Xmx1024m\n"
            + "  -task     CLASS is an ordinary class: its main runs as one PVM task, which calls jpi.Pvm\n";
    static final int MOST = 65536;

    int threads = -1, workers = -1;
    boolean task;
    final List<String> forJava = new ArrayList<>();
    List<String> machines = new ArrayList<>();
    String machineFile, program;
    String[] arguments;

    /** What is wrong with a command line, in one line. */
    static final class Wrong extends Exception {
        private static final long serialVersionUID = 1;

        Wrong(String text) {
            super(text);
        }
    }

    static Options of(String[] words) throws Wrong {
        Options o = new Options();
        int i = 0;
        for (; i < words.length && words[i].startsWith("-"); i++) {
            if (words[i].startsWith("-J") && words[i].length() > 2)
                o.forJava.add(words[i].substring(2));
            else if (words[i].equals("-task"))
                o.task = true;
            else if (Arrays.asList("-nt", "-nw", "-mf").contains(words[i]))
                o.take(words[i], ++i < words.length ? words[i] : null);
            else
                throw new Wrong("unknown option " + words[i] + "; -help tells which there are");
        }
        if (i == words.length)
            throw new Wrong("the name of a class is wanted; -help tells more");
        o.program = words[i];
        o.arguments = Arrays.copyOfRange(words, i + 1, words.length);
        o.complete();
        return o;
    }

    private void take(String option, String value) throws Wrong {
        if (value == null)
            throw new Wrong(option + ": a value is wanted behind it");
        if (option.equals("-nt"))
            threads = number(option, value, "the number of user threads");
        else if (option.equals("-nw"))
            workers = number(option, value, "the number of worker processes");
        else
            readMachines(value);
    }

    private static int number(String option, String value, String what) throws Wrong {
        int n;
        try {
            n = Integer.parseInt(value);
        } catch (NumberFormatException e) {
            n = -1;
        }
        if (n < 1 || n > MOST)
            throw new Wrong(option + " " + value + ": " + what + " is wanted, 1 to " + MOST);
        return n;
    }

    private void readMachines(String file) throws Wrong {
        machineFile = file;
        try {
            for (String line : Files.readAllLines(Path.of(file))) {
                String name = line.replaceFirst("#.*", "").trim();
                if (!name.isEmpty())
                    machines.add(name);
            }
        } catch (IOException e) {
            throw new Wrong("-mf " + file + ": the file cannot be read");
        }
        if (machines.isEmpty())
            throw new Wrong("-mf " + file + ": no machine in it; names are wanted, one a line");
    }

    private void complete() {
        if (threads < 0)
            threads = Math.max(1, Math.max(machines.size(), workers));
    }

    /** How many worker processes, on a virtual machine of so many nodes beside the master's. */
    int workersOn(int nodes) {
        int most = !machines.isEmpty() && workers < 0 ? machines.size() : workers > 0 ? workers : Math.max(1, nodes);
        return Math.min(most, threads);
    }
}
