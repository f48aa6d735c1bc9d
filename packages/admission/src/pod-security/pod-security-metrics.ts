/** The metric of pod security: evaluations by their decision, level, mode and request. */
import type { CounterCell, Metrics } from '@keelson/telemetry';

import type { AdmissionOperation } from '../plugin.ts';
import type { LevelVersion, Mode } from './level.ts';

export interface Evaluation {
  readonly mode: Mode;
  readonly level: LevelVersion;
  readonly isAllowed: boolean;
  readonly operation: AdmissionOperation;
  /** A pod, or an object that holds a template of pods. */
  readonly resource: 'controller' | 'pod';
  readonly subresource: string;
}

export type RecordEvaluation = (evaluation: Evaluation) => void;

/** Releases after it are one. */
const latestMinor = 24;

export function createPodSecurityMetrics(metrics: Pick<Metrics, 'counter'>): RecordEvaluation {
  const evaluations = metrics.counter({
    name: 'pod_security_evaluations_total',
    help: 'Number of policy evaluations that occurred, not counting ignored or exempt requests.',
    labels: ['decision', 'mode', 'policy_level', 'policy_version', 'request_operation', 'resource', 'subresource'],
    stability: 'ALPHA',
  });
  const cells = new Map<string, CounterCell>();
  return ({ mode, level, isAllowed, operation, resource, subresource }) => {
    const version = versionOf(level);
    const key = `${mode} ${level.level} ${version} ${isAllowed} ${operation} ${resource} ${subresource}`;
    let cell = cells.get(key);
    if (cell === undefined) {
      cell = evaluations.with({
        decision: isAllowed ? 'allow' : 'deny',
        mode,
        policy_level: level.level,
        policy_version: version,
        request_operation: operation,
        resource,
        subresource,
      });
      cells.set(key, cell);
    }
    cell.add();
  };
}

/** Bounded: users write any number into labels. */
function versionOf({ minor }: LevelVersion): string {
  if (minor === Infinity) return 'latest';
  return minor > latestMinor ? 'future' : `v1.${minor}`;
}
