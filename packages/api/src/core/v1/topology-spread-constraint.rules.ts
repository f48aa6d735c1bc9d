/** Rules for the spreading of pods. */
import type { Report } from '@keelson/schema';

import { eachItem } from '../../rules/each-item.ts';
import type { TopologySpreadConstraint } from './topology-spread-constraint.ts';

const actions = ['DoNotSchedule', 'ScheduleAnyway'];

export function validateTopologySpread(
  constraints: readonly TopologySpreadConstraint[] | undefined,
  report: Report,
): void {
  const path = 'topologySpreadConstraints';
  eachItem(report, path, constraints, ({ maxSkew, topologyKey, whenUnsatisfiable, minDomains }, index) => {
    if (maxSkew <= 0) report.invalid('maxSkew', maxSkew, 'must be greater than zero');
    if (topologyKey === '') report.required('topologyKey', 'can not be empty');
    // An action that is there but unknown is refused by its declaration.
    if (whenUnsatisfiable === '') report.notSupported('whenUnsatisfiable', whenUnsatisfiable, actions);
    const isRepeated = constraints
      ?.slice(index + 1)
      .some((other) => other.topologyKey === topologyKey && other.whenUnsatisfiable === whenUnsatisfiable);
    if (isRepeated === true) {
      report.duplicate('{topologyKey, whenUnsatisfiable}', `{${topologyKey}, ${whenUnsatisfiable}}`);
    }
    if (minDomains === undefined) return;
    if (minDomains <= 0) report.invalid('minDomains', minDomains, 'must be greater than zero');
    if (whenUnsatisfiable !== 'DoNotSchedule') {
      const detail = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`;
      report.invalid('minDomains', whenUnsatisfiable, detail);
    }
  });
}
