/** A document at a fixed path. It does not know how requests are routed to it. */
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { AuditRecord } from '@keelson/audit';

import type { Query } from '../request/request-url.ts';

export interface PageRequest {
  readonly incoming: IncomingMessage;
  /** Undefined for requests that are not audited. */
  readonly record: AuditRecord | undefined;
  readonly query: Query;
  /** The path parameters by name; a wildcard's value may contain slashes. */
  readonly parts: Readonly<Record<string, string>>;
}

export interface Page {
  /** In Express's notation: `/apis/:group`. */
  readonly path: string;
  /** GET alone is answered, and any other method refused. Other pages answer every method alike, as clients know them. */
  readonly takesGetAlone?: boolean;
  /** False where the path names nothing, which is answered as for GET. */
  readonly isThere?: (request: PageRequest) => boolean;
  readonly answer: (request: PageRequest, response: ServerResponse) => void | Promise<void>;
  /** The paths that the index at `/` lists for the page; its own path when absent. */
  readonly listed?: () => readonly string[];
  /** The page's operation in the OpenAPI documents; absent if they leave it out. */
  readonly operation?: PageOperation;
}

export interface PageOperation {
  readonly id: string;
  readonly tag: string;
  readonly about: string;
  /** Its media types; JSON when absent. */
  readonly produces?: readonly string[];
}
