/** Status writes of the quota plugin. They are made as the server itself, not as the user whose request is charged. */
import type { RequestTarget, Status } from '@keelson/meta';

/** Writes the status of an object. Refused with a conflict unless the object is still at its `resourceVersion`. */
export type WriteStatus = (target: RequestTarget, object: object) => Promise<StatusWritten>;

export type StatusWritten =
  { readonly ok: true; readonly revision: number } | { readonly ok: false; readonly status: Status };
