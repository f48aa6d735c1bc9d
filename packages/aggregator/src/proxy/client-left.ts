/** The reason by which a request ends with its client. */

/** Made once: an error with a stack for each client that leaves would cost more than the rest of it. */
export const clientLeft = new Error('the client has left');
