/** Rules for the ways to mount a volume or a claim. */
import type { Report } from '@keelson/schema';

import { isGateOn } from '../../feature-gates/is-gate-on.ts';

const modes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce'];
const ofOnePod = 'ReadWriteOncePod';

export function validateAccessModes(given: readonly string[] | undefined, report: Report): void {
  for (const mode of given ?? []) {
    if (modes.includes(mode)) continue;
    const isSupported = mode === ofOnePod && isGateOn(report, 'ReadWriteOncePod');
    if (!isSupported) report.notSupported('accessModes', mode, modes);
  }
  const others = (given ?? []).filter((mode) => mode !== ofOnePod).length;
  if (others > 0 && others < (given ?? []).length) {
    report.forbidden('accessModes', `may not use ${ofOnePod} with other access modes`);
  }
}
