/** The sizes of writes to a connection, and so of stretches that are put together for many answers. */

/** A copy of less is cheaper than a system call. */
export const leastWriteBytes = 48 * 1024;
/**
 * Node keeps memory for the largest write of a connection, encrypted, until that is closed, in steps of 16 KB: with the
 * frame of a chunk, four of them. Ten thousand clients may have listed everything once.
 */
export const mostWriteBytes = 64 * 1024 - 64;
