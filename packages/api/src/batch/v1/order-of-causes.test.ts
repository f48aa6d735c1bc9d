/** The order of causes that clients know: that of the rules, wherever a rule is stated. */
import { describe, expect, it } from '@jest/globals';

import { create, update, type Admitted } from '../../testing/admit.ts';
import { cronJobs } from './cron-job.resource.ts';
import { jobs } from './job.resource.ts';

const template = { spec: { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Never' } };
const negative = {
  parallelism: -1,
  completions: -1,
  activeDeadlineSeconds: -1,
  backoffLimit: -1,
  ttlSecondsAfterFinished: -1,
  completionMode: 'Odd',
  template: { ...template, spec: { ...template.spec, restartPolicy: 'Always' } },
};
const ofSpec = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
  'completionMode',
  'template.spec.restartPolicy',
];

function pathsOf({ issues }: Admitted): string[] {
  return issues.map(({ path }) => path);
}

describe('order of causes', () => {
  it('tells the numbers of a job after its generated labels, and before its template', () => {
    const labels = { 'job-name': 'b' };
    const spec = { ...negative, template: { ...negative.template, metadata: { labels } } };
    expect(pathsOf(create(jobs, { metadata: { name: 'a' }, spec }))).toEqual([
      'spec.template.metadata.labels[job-name]',
      ...ofSpec.map((path) => `spec.${path}`),
    ]);
  });

  it('tells the faults of a job twice in an update, then what may not change', () => {
    const { object } = create(jobs, { metadata: { name: 'a' }, spec: { template } });
    const spec = { ...(object['spec'] as object), backoffLimit: -1, completionMode: 'Odd' };
    expect(pathsOf(update(jobs, object, { metadata: { name: 'a' }, spec }))).toEqual([
      'spec.backoffLimit',
      'spec.completionMode',
      'spec.backoffLimit',
      'spec.completionMode',
      'spec.completionMode',
    ]);
  });

  it('tells the schedule of a cron job first, and how many jobs are kept last', () => {
    const spec = {
      schedule: 'never',
      startingDeadlineSeconds: -1,
      concurrencyPolicy: 'Odd',
      successfulJobsHistoryLimit: -1,
      failedJobsHistoryLimit: -1,
      jobTemplate: { spec: negative },
    };
    expect(pathsOf(create(cronJobs, { metadata: { name: 'a' }, spec }))).toEqual([
      'spec.schedule',
      'spec.startingDeadlineSeconds',
      'spec.concurrencyPolicy',
      ...ofSpec.map((path) => `spec.jobTemplate.spec.${path}`),
      'spec.successfulJobsHistoryLimit',
      'spec.failedJobsHistoryLimit',
    ]);
  });
});
