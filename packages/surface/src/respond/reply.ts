/** The response of a request, with its audit record. */
import type { AuditRecord } from '@keelson/audit';
import type { Outgoing } from '@keelson/http';
import type { Status } from '@keelson/meta';

export interface Reply {
  readonly response: Outgoing;
  /** Undefined for requests that are not audited. */
  readonly record: AuditRecord | undefined;
}

/** Adds a Status response to the audit record; most often a failure. */
export function noteStatus({ record }: Reply, status: Status): void {
  if (record === undefined) return;
  if (status.status === 'Failure') record.noteFailure(status);
  if (record.wantsResponse) record.noteResponse(JSON.stringify(status));
}
