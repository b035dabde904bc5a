package mpi;

/** An operation of the program's own: inoutvec[i] becomes invec[i] joined with inoutvec[i]. */
public abstract class User_function {
    public abstract void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype type);
}
