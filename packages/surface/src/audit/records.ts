/** The audit record of a request, found by its response, which every station of the chain has. */
import type { AuditRecord } from '@keelson/audit';
import type { Outgoing } from '@keelson/http';
import type { Status } from '@keelson/meta';

const key = Symbol('what is written down');

/** A property rather than a map beside: there is one for every request. */
type Recorded = Outgoing & { [key]?: AuditRecord };

/** Undefined for requests that are not audited. */
export function recordOf(response: Outgoing): AuditRecord | undefined {
  return (response as Recorded)[key];
}

/** Adds a Status response to the audit record; most often a failure. */
export function noteStatus(response: Outgoing, status: Status): void {
  const record = recordOf(response);
  if (record === undefined) return;
  if (status.status === 'Failure') record.noteFailure(status);
  if (record.wantsResponse) record.noteResponse(JSON.stringify(status));
}

/** Until the response is over, of which somebody has to tell. */
export function keepRecord(response: Outgoing, record: AuditRecord): void {
  (response as Recorded)[key] = record;
}

export function endRecord(response: Outgoing): void {
  recordOf(response)?.complete(response.headersSent ? response.statusCode : undefined);
}
