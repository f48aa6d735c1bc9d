/** Counts the faults of a process that no part of it has handled. */
import type { Metrics } from '@keelson/telemetry';

export type FaultKind = 'rejection' | 'exception';

const faultsTotal = {
  name: 'keelson_process_faults_total',
  help: 'Faults that nothing handled: rejections, after which the server goes on, and exceptions, after which it stops.',
  labels: ['kind'],
  stability: 'ALPHA',
} as const;

export function createFaultCounter(metrics: Pick<Metrics, 'counter'>): (kind: FaultKind) => void {
  const counter = metrics.counter(faultsTotal);
  const cells = { rejection: counter.with({ kind: 'rejection' }), exception: counter.with({ kind: 'exception' }) };
  return (kind) => cells[kind].add();
}
