/** Rules for the checks of a container, and for what is run at its start and its end. */
import type { Report } from '@keelson/schema';

import { validateHandler } from './handler.rules.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Probe } from './probe.ts';

const counts = [
  'initialDelaySeconds',
  'timeoutSeconds',
  'periodSeconds',
  'successThreshold',
  'failureThreshold',
] as const;

export function validateProbe(probe: Probe | undefined, path: string, report: Report): void {
  if (probe === undefined) return;
  report.within(path, () => {
    validateHandler(probe, report);
    for (const key of counts) {
      const count = probe[key] ?? 0;
      if (count < 0) report.invalid(key, count, 'must be greater than or equal to 0');
    }
    const { terminationGracePeriodSeconds: grace } = probe;
    if (grace !== undefined && grace <= 0) {
      report.invalid('terminationGracePeriodSeconds', grace, 'must be greater than 0');
    }
  });
}

interface Probes {
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly startupProbe?: Probe;
}

/** Rules of the probes but those of the readiness probe alone, whose faults clients know further behind. */
export function validateStartingProbes(probes: Probes, report: Report): void {
  const { livenessProbe, readinessProbe, startupProbe } = probes;
  validateProbe(livenessProbe, 'livenessProbe', report);
  const grace = readinessProbe?.terminationGracePeriodSeconds;
  if (grace !== undefined) {
    report.invalid('readinessProbe.terminationGracePeriodSeconds', grace, 'must not be set for readinessProbes');
  }
  // Clients count the faults of this probe twice.
  validateProbe(startupProbe, 'startupProbe', report);
  validateSuccesses(livenessProbe, 'livenessProbe', report);
  validateProbe(startupProbe, 'startupProbe', report);
  validateSuccesses(startupProbe, 'startupProbe', report);
}

/** A container that fails this check is restarted, so that it begins anew after one success. */
function validateSuccesses(probe: Probe | undefined, path: string, report: Report): void {
  if (probe === undefined || probe.successThreshold === 1) return;
  report.invalid(`${path}.successThreshold`, probe.successThreshold ?? 0, 'must be 1');
}

export function validateLifecycle(lifecycle: Lifecycle | undefined, report: Report): void {
  for (const key of ['postStart', 'preStop'] as const) {
    const handler = lifecycle?.[key];
    if (handler !== undefined) report.within(`lifecycle.${key}`, () => validateHandler(handler, report));
  }
}
