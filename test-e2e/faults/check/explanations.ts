/** Which faults explain which failures of requests. A failure that none explains is a finding. */

export type FaultKind =
  | 'kill-replica'
  | 'pause-replica'
  | 'kill-worker'
  | 'pause-worker'
  | 'cut-from-store'
  | 'cut-from-clients'
  | 'clock-jump'
  | 'kill-member'
  | 'pause-member'
  | 'move-leader'
  | 'restart-store'
  | 'compact'
  | 'no-space';

export interface Fault {
  readonly kind: FaultKind;
  readonly target: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** `what`: an error's code, or the status and the first words of its message. */
export interface Failure {
  readonly what: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** Processes start, leaders are elected and pauses are noticed within this time after a fault. */
const settleMs = 20_000;

const workerFaults = ['kill-worker', 'pause-worker'] as const;
const replicaFaults = ['kill-replica', 'pause-replica', 'cut-from-clients', ...workerFaults] as const;
const storeFaults = ['kill-member', 'pause-member', 'move-leader', 'restart-store', 'cut-from-store'] as const;

const explanations: readonly { readonly what: RegExp; readonly by: readonly FaultKind[] }[] = [
  { what: /^ECONNREFUSED/, by: ['kill-replica', 'cut-from-clients'] },
  { what: /^(?:ECONNRESET|EPIPE|cut off|partial)/, by: [...replicaFaults] },
  { what: /^no answer/, by: [...replicaFaults, ...storeFaults] },
  { what: /^5\d\d .*database space exceeded/, by: ['no-space'] },
  { what: /^(?:500|503|504) /, by: [...storeFaults, 'kill-replica', 'pause-replica', ...workerFaults] },
  { what: /^429 /, by: [...replicaFaults, ...storeFaults] },
  // Behind the history that is left: the client lists anew.
  { what: /^410 /, by: ['compact', 'pause-replica', 'kill-replica', ...workerFaults, ...storeFaults] },
];

export function explain(failure: Failure, faults: readonly Fault[]): Fault | undefined {
  const kinds = explanations.find(({ what }) => what.test(failure.what))?.by ?? [];
  return faults.find(
    ({ kind, startMs, endMs }) =>
      kinds.includes(kind) && failure.endMs >= startMs && failure.startMs <= endMs + settleMs,
  );
}
