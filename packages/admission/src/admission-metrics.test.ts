import { describe, expect, it } from '@jest/globals';
import { createApiScheme } from '@keelson/api';
import { badRequest } from '@keelson/meta';
import { createMetrics, silentLogger } from '@keelson/telemetry';

import { createAdmissionMetrics } from './admission-metrics.ts';
import type { AdmissionRequest } from './plugin.ts';

const [resource] = createApiScheme().resources();

describe('the metrics of admission', () => {
  it('have the time of each plugin and of all together, by what was asked and how it ended', async () => {
    const metrics = createMetrics({ release: '1.24', logger: silentLogger });
    const { observePlugin, observeStep } = createAdmissionMetrics(metrics);
    const refusal = badRequest('no');
    const plugin = observePlugin({ name: 'p', admit: () => undefined, validate: () => Promise.resolve(refusal) });
    if (resource === undefined) throw new Error('nothing is declared');
    const caller = { user: { name: '', groups: [] } };
    const request: AdmissionRequest = {
      operation: 'create',
      place: { resource },
      isDryRun: false,
      caller,
      warn: () => undefined,
    };
    expect(plugin.admit?.(request)).toBeUndefined();
    expect(await plugin.validate?.(request)).toBe(refusal);
    observeStep('admit', 'delete', { isRejected: true, seconds: 0.01 });
    const { text } = await metrics.print();
    for (const line of [
      'apiserver_admission_controller_admission_duration_seconds_count{name="p",operation="CREATE",rejected="false",type="admit"} 1',
      'apiserver_admission_controller_admission_duration_seconds_count{name="p",operation="CREATE",rejected="true",type="validate"} 1',
      'apiserver_admission_step_admission_duration_seconds_bucket{operation="DELETE",rejected="true",type="admit",le="0.025"} 1',
    ]) {
      expect(text).toContain(line);
    }
  });
});
