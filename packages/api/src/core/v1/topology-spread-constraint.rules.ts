/** Rules for the spreading of pods. */
import type { Report } from '@keelson/schema';

import { eachItem } from '../../rules/each-item.ts';
import { reportUnlisted } from '../../rules/report-unlisted.ts';
import type { TopologySpreadConstraint } from './topology-spread-constraint.ts';

const actions = ['DoNotSchedule', 'ScheduleAnyway'];

export function validateTopologySpread(
  constraints: readonly TopologySpreadConstraint[] | undefined,
  report: Report,
): void {
  const path = 'topologySpreadConstraints';
  const last = new Map(constraints?.map((constraint, index) => [nameOf(constraint), index]));
  eachItem(report, path, constraints, (constraint, index) => {
    const { maxSkew, topologyKey, whenUnsatisfiable, minDomains } = constraint;
    if (maxSkew <= 0) report.invalid('maxSkew', maxSkew, 'must be greater than zero');
    if (topologyKey === '') report.required('topologyKey', 'can not be empty');
    reportUnlisted(report, 'whenUnsatisfiable', whenUnsatisfiable, actions);
    // All but the last of those that say the same.
    if (last.get(nameOf(constraint)) !== index) {
      report.duplicate('{topologyKey, whenUnsatisfiable}', nameOf(constraint));
    }
    if (minDomains === undefined) return;
    if (minDomains <= 0) report.invalid('minDomains', minDomains, 'must be greater than zero');
    if (whenUnsatisfiable !== 'DoNotSchedule') {
      const detail = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`;
      report.invalid('minDomains', minDomains, detail);
    }
  });
}

function nameOf({ topologyKey, whenUnsatisfiable }: TopologySpreadConstraint): string {
  return `{${topologyKey}, ${whenUnsatisfiable}}`;
}
