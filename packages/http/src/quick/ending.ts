/**
 * The state in which a response leaves its connection: `free` for the next request;
 * `last`, because the response said so; `lost`, because its end cannot be found.
 */
export type Ending = 'free' | 'last' | 'lost';
