/** What is written down about a request, found by its response, which every station has at hand. */
import type { ServerResponse } from 'node:http';

import type { AuditRecord } from '@keelson/audit';
import type { Status } from '@keelson/meta';

const key = Symbol('what is written down');

/** A property rather than a map beside: there is one for every request. */
type Recorded = ServerResponse & { [key]?: AuditRecord };

/** Undefined where nothing is written down. */
export function recordOf(response: ServerResponse): AuditRecord | undefined {
  return (response as Recorded)[key];
}

/** What a request is answered with where that is no object; most often a refusal. */
export function noteStatus(response: ServerResponse, status: Status): void {
  const record = recordOf(response);
  if (record === undefined) return;
  if (status.status === 'Failure') record.noteFailure(status);
  if (record.wantsResponse) record.noteResponse(JSON.stringify(status));
}

/** Until the response is over, of which somebody has to tell. */
export function keepRecord(response: ServerResponse, record: AuditRecord): void {
  (response as Recorded)[key] = record;
}

export function endRecord(response: ServerResponse): void {
  recordOf(response)?.complete(response.headersSent ? response.statusCode : undefined);
}
