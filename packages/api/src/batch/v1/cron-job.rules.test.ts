import { describe, expect, it } from '@jest/globals';

import { create, update } from '../../testing/admit.ts';
import { cronJobs as cronJobsV1beta1 } from '../v1beta1/cron-job.resource.ts';
import { cronJobs } from './cron-job.resource.ts';

const template = { spec: { containers: [{ name: 'c', image: 'busybox' }], restartPolicy: 'Never' } };

function body(spec: object = {}, name = 'a') {
  return { metadata: { name }, spec: { schedule: '0 3 * * *', jobTemplate: { spec: { template } }, ...spec } };
}

const messageOf = (spec: object, name?: string) => create(cronJobs, body(spec, name)).message;
const invalid = 'CronJob.batch "a" is invalid:';

describe('cron jobs', () => {
  it('need a schedule that can be read', () => {
    expect(messageOf({})).toBeUndefined();
    expect(messageOf({ schedule: '' })).toBe(`${invalid} spec.schedule: Required value`);
    expect(messageOf({ schedule: '* * *' })).toBe(
      `${invalid} spec.schedule: Invalid value: "* * *": expected exactly 5 fields, found 3: [* * *]`,
    );
  });

  it('name a field that cannot be selected by with their kind, in the older version', () => {
    expect(cronJobsV1beta1.wordUnknownField?.('a')).toBe('field label "a" not supported for "CronJob"');
    expect(Object.keys(cronJobsV1beta1.fieldSelectors)).toEqual(['status.successful']);
  });

  it('have a schedule of a length that can be read', () => {
    const minutes = Array.from({ length: 60 }, (_, minute) => String(minute)).join(',');
    expect(messageOf({ schedule: `${minutes} * * * *` })).toBeUndefined();
    expect(messageOf({ schedule: `*${' '.repeat(2_000_000)}* * * *` })).toBe(
      `${invalid} spec.schedule: Too long: must have at most 1024 bytes`,
    );
  });

  it.each(['startingDeadlineSeconds', 'successfulJobsHistoryLimit', 'failedJobsHistoryLimit'])(
    'have no negative %s',
    (key) => {
      expect(messageOf({ [key]: 0 })).toBeUndefined();
      expect(messageOf({ [key]: -1 })).toBe(
        `${invalid} spec.${key}: Invalid value: -1: must be greater than or equal to 0`,
      );
    },
  );

  it('have one of three policies for runs at the same time', () => {
    expect(messageOf({ concurrencyPolicy: 'Replace' })).toBeUndefined();
    expect(messageOf({ concurrencyPolicy: 'Maybe' })).toBe(
      `${invalid} spec.concurrencyPolicy: Unsupported value: "Maybe": supported values: "Allow", "Forbid", "Replace"`,
    );
  });

  it('leave the selector of their jobs to the server', () => {
    const selector = { matchLabels: { app: 'x' } };
    expect(messageOf({ jobTemplate: { spec: { template, selector } } })).toMatch(
      /spec\.jobTemplate\.spec\.selector: Invalid value: .*: `selector` will be auto-generated$/,
    );
    expect(messageOf({ jobTemplate: { spec: { template, manualSelector: false } } })).toBeUndefined();
    expect(messageOf({ jobTemplate: { spec: { template, manualSelector: true } } })).toBe(
      `${invalid} spec.jobTemplate.spec.manualSelector: Unsupported value: true: supported values: "nil", "false"`,
    );
  });

  it('follow the rules of jobs in their blueprint', () => {
    const { containers } = template.spec;
    const jobTemplate = { spec: { parallelism: -1, template: { spec: { containers } } } };
    expect(messageOf({ jobTemplate })).toBe(
      `${invalid} [spec.jobTemplate.spec.parallelism: Invalid value: -1: must be greater than or equal to 0, spec.jobTemplate.spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"]`,
    );
  });

  it('have names of at most 52 characters, when they are made', () => {
    const name = 'x'.repeat(53);
    expect(messageOf({}, 'x'.repeat(52))).toBeUndefined();
    const { object, message } = create(cronJobs, body({}, name));
    expect(message).toBe(
      `CronJob.batch "${name}" is invalid: metadata.name: Invalid value: "${name}": must be no more than 52 characters`,
    );
    expect(update(cronJobs, object, body({}, name)).message).toBeUndefined();
  });

  it('have the same rules in their older version', () => {
    expect(create(cronJobsV1beta1, body({ schedule: '' })).message).toBe(`${invalid} spec.schedule: Required value`);
    expect(create(cronJobsV1beta1, body()).message).toBeUndefined();
  });
});
