/** A document at a fixed path, as whoever makes it hands it over; how it is reached is not its business. */
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Query } from '../request/target.ts';

export interface PageRequest {
  readonly incoming: IncomingMessage;
  readonly query: Query;
  /** What the named parts of the path are; a part that takes several has slashes in it. */
  readonly parts: Readonly<Record<string, string>>;
}

export interface Page {
  /** In Express's notation: `/apis/:group`. */
  readonly path: string;
  readonly answer: (request: PageRequest, response: ServerResponse) => void | Promise<void>;
  /** What the index at `/` lists for it; itself when absent. */
  readonly listed?: () => readonly string[];
  /** What the OpenAPI documents say of it; absent where they say nothing. */
  readonly operation?: PageOperation;
}

export interface PageOperation {
  readonly id: string;
  readonly tag: string;
  readonly about: string;
  /** Its media types; JSON when absent. */
  readonly produces?: readonly string[];
}
