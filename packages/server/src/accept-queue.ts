/** The queue of connections that are established and not accepted yet. */

/**
 * As Go's servers ask for; the kernel caps it at `net.core.somaxconn`. Node's own 511 overflow when thousands of clients
 * come back after a restart: the kernel drops them then, and each tries again after 1, 3, 7, 15 seconds.
 */
export const acceptQueueLength = 4_096;
