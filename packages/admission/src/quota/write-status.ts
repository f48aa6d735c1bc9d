/** How the quota plugin writes: as the server itself, whoever made the request that is charged. */
import type { RequestTarget, Status } from '@keelson/meta';

/** Writes the status of an object, if it is still at its `resourceVersion`. */
export type WriteStatus = (target: RequestTarget, object: object) => Promise<StatusWritten>;

export type StatusWritten =
  { readonly ok: true; readonly revision: number } | { readonly ok: false; readonly status: Status };
