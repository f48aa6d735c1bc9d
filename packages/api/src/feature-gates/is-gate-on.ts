/** The setting of a feature gate, as rules ask for it. */
import type { Report } from '@keelson/schema';

import { knownGates } from './known-gates.ts';

/** Without a server, such as where a manifest is converted, the default of the gate counts. */
export function isGateOn({ gates }: Pick<Report, 'gates'>, gate: string): boolean {
  return gates?.isOn(gate) ?? knownGates.get(gate)?.isOn === true;
}
