/**
 * How an answer ended, as far as its connection is concerned: `free` for the next request;
 * `last`, since the answer said so; `lost`, since nobody could tell where it ends.
 */
export type Ending = 'free' | 'last' | 'lost';
