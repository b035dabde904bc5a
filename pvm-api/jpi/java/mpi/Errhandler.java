package mpi;

/** What is done about errors: here they are MPIExceptions in any case. */
public class Errhandler {
    Errhandler() {
    }
}
