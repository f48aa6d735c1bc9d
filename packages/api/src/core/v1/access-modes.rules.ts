/** Rules for the ways to mount a volume or a claim. */
import type { Report } from '@keelson/schema';

import { isGateOn } from '../../feature-gates/is-gate-on.ts';

const modes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce'];
const ofOnePod = 'ReadWriteOncePod';

export function validateAccessModes(given: readonly string[] | undefined, report: Report): void {
  for (const mode of given ?? []) {
    if (modes.includes(mode)) continue;
    const supported = isGateOn(report, 'ReadWriteOncePod') ? [...modes, ofOnePod] : modes;
    if (!supported.includes(mode)) report.notSupported('accessModes', mode, supported);
  }
  if (given?.includes(ofOnePod) === true && given.some((mode) => modes.includes(mode))) {
    report.forbidden('accessModes', `may not use ${ofOnePod} with other access modes`);
  }
}
