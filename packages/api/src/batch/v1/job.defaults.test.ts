import { describe, expect, it } from '@jest/globals';
import { applyDefaults } from '@keelson/schema';

import { create } from '../../testing/admit.ts';
import { cronJobs } from './cron-job.resource.ts';
import { jobs } from './job.resource.ts';
import { Job } from './job.ts';

const template = { spec: { containers: [{ name: 'c', image: 'busybox' }], restartPolicy: 'Never' } };
const others = { backoffLimit: 6, completionMode: 'NonIndexed', suspend: false };

function specOf(given: object): object {
  const { spec } = create(jobs, { metadata: { name: 'a' }, spec: { template, ...given } }).object;
  const { template: _, selector: __, ...rest } = spec as Record<string, unknown>;
  return rest;
}

describe('the defaults of jobs', () => {
  it.each([
    [{}, { parallelism: 1, completions: 1 }],
    [{ parallelism: 3 }, { parallelism: 3 }],
    [{ completions: 3 }, { parallelism: 1, completions: 3 }],
    [{ parallelism: 0 }, { parallelism: 0 }],
    [{ completions: 0 }, { parallelism: 1, completions: 0 }],
    [
      { parallelism: null, completions: null },
      { parallelism: 1, completions: 1 },
    ],
  ])('turn %j into %j', (given, expected) => {
    expect(specOf(given)).toEqual({ ...expected, ...others });
  });

  it('leave alone what is given', () => {
    const given = { parallelism: 1, completions: 1, backoffLimit: 0, completionMode: 'Indexed', suspend: true };
    expect(specOf(given)).toEqual(given);
  });

  it('are the same when applied twice', () => {
    const { object } = create(jobs, { metadata: { name: 'a' }, spec: { template } });
    applyDefaults(Job, object);
    const once = structuredClone(object);
    applyDefaults(Job, object);
    expect(object).toEqual(once);
  });

  it('are not given to the blueprints of cron jobs', () => {
    const spec = { schedule: '@daily', jobTemplate: { spec: { template } } };
    const { object } = create(cronJobs, { metadata: { name: 'a' }, spec });
    expect(object['spec']).toMatchObject({
      concurrencyPolicy: 'Allow',
      suspend: false,
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 1,
    });
    expect(object['spec']).not.toHaveProperty('jobTemplate.spec.backoffLimit');
    expect(object['spec']).toHaveProperty('jobTemplate.spec.template.spec.dnsPolicy', 'ClusterFirst');
  });
});
