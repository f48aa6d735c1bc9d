import { describe, expect, it } from '@jest/globals';
import { applyDefaults } from '@keelson/schema';

import { type Admitted, type AnyObject, causesOf, create, update, updateStatus } from '../../testing/admit.ts';
import { jobs } from './job.resource.ts';
import { Job } from './job.ts';

const uid = '6e1c1d3a-0000-4000-8000-000000000001';
const podSpec = { containers: [{ name: 'c', image: 'busybox' }], restartPolicy: 'Never' };

function body(spec: object = {}, metadata: object = {}) {
  return { metadata: { name: 'a', ...metadata }, spec: { template: { spec: podSpec }, ...spec } };
}

function createJob(spec: object = {}, metadata: object = {}): Admitted {
  return create(jobs, body(spec, metadata));
}

function stored(spec: object = {}): AnyObject {
  const { object } = createJob(spec);
  applyDefaults(Job, object);
  return JSON.parse(JSON.stringify(object)) as AnyObject;
}

/** `old` with `change` made to its spec. */
function updateJob(old: AnyObject, change: object, template: object = {}): Admitted {
  const spec = old['spec'] as { template: { metadata: object; spec: object } };
  const { metadata, spec: pod } = structuredClone(spec.template);
  const changed = { ...spec, template: { metadata, spec: { ...pod, ...template } }, ...change };
  return update(jobs, old, { ...old, spec: changed });
}

const invalid = 'Job.batch "a" is invalid:';

describe('the numbers of a job', () => {
  it('may all be zero', () => {
    const zeros = {
      parallelism: 0,
      completions: 0,
      backoffLimit: 0,
      activeDeadlineSeconds: 0,
      ttlSecondsAfterFinished: 0,
    };
    expect(createJob(zeros).message).toBeUndefined();
  });

  it.each(['parallelism', 'completions', 'backoffLimit', 'activeDeadlineSeconds', 'ttlSecondsAfterFinished'])(
    'are refused when negative: %s',
    (key) => {
      const detail = 'Invalid value: -1: must be greater than or equal to 0';
      expect(createJob({ [key]: -1 }).message).toBe(`${invalid} spec.${key}: ${detail}`);
    },
  );

  it('are reported in the order of the fields', () => {
    const { issues } = createJob({ ttlSecondsAfterFinished: -1, parallelism: -1, backoffLimit: -1 });
    expect(issues.map(({ path }) => path)).toEqual([
      'spec.parallelism',
      'spec.backoffLimit',
      'spec.ttlSecondsAfterFinished',
    ]);
  });

  it('keep all digits of a deadline', () => {
    const { object } = createJob({ activeDeadlineSeconds: 2n ** 63n - 1n });
    expect(object['spec']).toMatchObject({ activeDeadlineSeconds: 2n ** 63n - 1n });
  });
});

describe('the completion mode', () => {
  it('is NonIndexed or Indexed', () => {
    expect(createJob({ completionMode: 'NonIndexed' }).message).toBeUndefined();
    expect(createJob({ completionMode: 'Other' }).message).toBe(
      `${invalid} spec.completionMode: Unsupported value: "Other": supported values: "NonIndexed", "Indexed"`,
    );
  });

  it('Indexed needs completions', () => {
    expect(createJob({ completionMode: 'Indexed', completions: 3 }).message).toBeUndefined();
    expect(createJob({ completionMode: 'Indexed', parallelism: 2 }).message).toBe(
      `${invalid} spec.completions: Required value: when completion mode is Indexed`,
    );
  });

  it('Indexed allows a parallelism of 100000', () => {
    const indexed = { completionMode: 'Indexed', completions: 1 };
    expect(createJob({ ...indexed, parallelism: 100_000 }).message).toBeUndefined();
    expect(createJob({ ...indexed, parallelism: 100_001 }).message).toBe(
      `${invalid} spec.parallelism: Invalid value: 100001: must be less than or equal to 100000 when completion mode is Indexed`,
    );
    expect(createJob({ parallelism: 100_001 }).message).toBeUndefined();
  });

  it.each([
    ['a'.repeat(61), 10, undefined],
    ['a'.repeat(61), 11, `${'a'.repeat(61)}-10`],
    ['a.b', 1, 'a.b-0'],
    ['a.b', 0, undefined],
  ])('Indexed makes hostnames of the name %s and of %s completions', (name, completions, refused) => {
    const causes = causesOf(createJob({ completionMode: 'Indexed', completions }, { name }));
    const cause = `metadata.name: Invalid value: "${name}": will not able to create pod with invalid DNS label: ${refused}`;
    expect(causes).toEqual(refused === undefined ? [] : [cause]);
    expect(causesOf(createJob({ completions }, { name }))).toEqual([]);
  });
});

describe('the restart policy of the template', () => {
  it.each(['Never', 'OnFailure'])('may be %s', (restartPolicy) => {
    expect(createJob({ template: { spec: { ...podSpec, restartPolicy } } }).message).toBeUndefined();
  });

  it.each([{}, { restartPolicy: 'Always' }])('has to be given, for pods of a job end: %j', (policy) => {
    const { containers } = podSpec;
    expect(createJob({ template: { spec: { containers, ...policy } } }).message).toBe(
      `${invalid} spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"`,
    );
  });

  it('is refused twice when it is none at all', () => {
    expect(createJob({ template: { spec: { ...podSpec, restartPolicy: 'Sometimes' } } }).message).toBe(
      `${invalid} [spec.template.spec.restartPolicy: Unsupported value: "Sometimes": supported values: "Always", "OnFailure", "Never", spec.template.spec.restartPolicy: Unsupported value: "Sometimes": supported values: "OnFailure", "Never"]`,
    );
  });
});

describe('the generated selector', () => {
  it('selects by the uid of the job, and the template carries uid and name', () => {
    const { object } = createJob({ template: { metadata: { labels: { tier: 'y' } }, spec: podSpec } });
    const labels = { 'controller-uid': uid, 'job-name': 'a', tier: 'y' };
    expect(object['spec']).toMatchObject({
      selector: { matchLabels: { 'controller-uid': uid } },
      template: { metadata: { labels } },
    });
    expect(object.metadata.labels).toEqual(labels);
  });

  it('leaves labels alone that the job has itself', () => {
    expect(createJob({}, { labels: { app: 'x' } }).object.metadata.labels).toEqual({ app: 'x' });
  });

  it('gives its labels to a job without any, when it is stored', () => {
    expect(stored().metadata.labels).toEqual({ 'controller-uid': uid, 'job-name': 'a' });
  });

  it('refuses the uid of another job in the labels', () => {
    const labels = { 'controller-uid': 'mine' };
    const value = 'Invalid value: map[string]string{"controller-uid":"mine", "job-name":"a"}';
    expect(createJob({ template: { metadata: { labels }, spec: podSpec } }).message).toBe(
      `${invalid} [spec.template.metadata.labels[controller-uid]: ${value}: must be '${uid}', spec.template.metadata.labels: ${value}: \`selector\` does not match template \`labels\`]`,
    );
  });

  it('refuses the name of another job in the labels', () => {
    const labels = { 'job-name': 'mine' };
    expect(createJob({ template: { metadata: { labels }, spec: podSpec } }).message).toBe(
      `${invalid} spec.template.metadata.labels[job-name]: Invalid value: map[string]string{"controller-uid":"${uid}", "job-name":"mine"}: must be 'a'`,
    );
  });

  it('refuses a selector of the user', () => {
    expect(causesOf(createJob({ selector: { matchLabels: { app: 'x' } } }))).toEqual([
      expect.stringMatching(/^spec\.selector: Invalid value: .*: `selector` not auto-generated$/),
      expect.stringMatching(/^spec\.template\.metadata\.labels: .*: `selector` does not match template `labels`$/),
    ]);
  });

  it('limits names to what labels can hold', () => {
    const name = 'x'.repeat(64);
    expect(create(jobs, body({}, { name })).message).toBe(
      `Job.batch "${name}" is invalid: spec.template.labels: Invalid value: "${name}": must be no more than 63 characters`,
    );
    expect(create(jobs, body({}, { name: 'x'.repeat(63) })).message).toBeUndefined();
  });
});

describe('a selector of the user', () => {
  const manual = (selector: object | undefined, labels: object) =>
    createJob({ manualSelector: true, selector, template: { metadata: { labels }, spec: podSpec } });

  it('is taken as it is', () => {
    const { object, message } = manual({ matchLabels: { app: 'x' } }, { app: 'x', more: 'y' });
    expect(message).toBeUndefined();
    expect(object['spec']).toMatchObject({ selector: { matchLabels: { app: 'x' } } });
    expect(object.metadata.labels).toEqual({ app: 'x', more: 'y' });
    expect(manual({}, { app: 'x' }).message).toBeUndefined();
  });

  it('has to match the template', () => {
    expect(manual({ matchLabels: { app: 'x' } }, { app: 'other' }).message).toBe(
      `${invalid} spec.template.metadata.labels: Invalid value: map[string]string{"app":"other"}: \`selector\` does not match template \`labels\``,
    );
  });

  it('is required', () => {
    expect(createJob({ manualSelector: true }).message).toBe(
      `${invalid} [spec.selector: Required value, spec.template.metadata.labels: Invalid value: map[string]string(nil): \`selector\` does not match template \`labels\`]`,
    );
  });

  it('follows the rules of selectors', () => {
    const expression = (more: object) => manual({ matchExpressions: [{ key: 'app', ...more }] }, { app: 'x' }).message;
    const path = `${invalid} spec.selector.matchExpressions[0]`;
    expect(expression({ operator: 'In', values: ['x', 'y'] })).toBeUndefined();
    expect(expression({ operator: 'In' })).toBe(
      `${path}.values: Required value: must be specified when \`operator\` is 'In' or 'NotIn'`,
    );
    expect(expression({ operator: 'Exists', values: ['x'] })).toBe(
      `${path}.values: Forbidden: may not be specified when \`operator\` is 'Exists' or 'DoesNotExist'`,
    );
    expect(expression({ operator: 'Near', values: ['x'] })).toBe(
      `${path}.operator: Invalid value: "Near": not a valid selector operator`,
    );
  });
});

describe('an update of a job', () => {
  it('may change how many pods run and for how long', () => {
    const change = {
      parallelism: 2,
      backoffLimit: 2,
      activeDeadlineSeconds: 50,
      ttlSecondsAfterFinished: 10,
      suspend: true,
    };
    expect(updateJob(stored({ completions: 3 }), change).message).toBeUndefined();
    expect(updateJob(stored(), { manualSelector: true }).message).toBeUndefined();
  });

  it.each([
    ['completions', { completions: 2 }],
    ['completionMode', { completionMode: 'Indexed' }],
  ])('may not change %s', (key, change) => {
    expect(causesOf(updateJob(stored(), change))).toEqual([
      expect.stringMatching(new RegExp(`^spec\\.${key}: Invalid value: .*: field is immutable$`)),
    ]);
  });

  it('may not change the selector', () => {
    const selector = { matchLabels: { 'controller-uid': uid, 'job-name': 'a' } };
    expect(causesOf(updateJob(stored(), { selector }))).toEqual([
      expect.stringMatching(/^spec\.selector: Invalid value: .*: field is immutable$/),
    ]);
  });

  it.each([
    { restartPolicy: 'OnFailure' },
    { containers: [{ name: 'c', image: 'other' }] },
    { containers: [{ name: 'd', image: 'busybox' }] },
    { nodeSelector: { a: 'b' } },
  ])('may not change the template: %j', (change) => {
    expect(causesOf(updateJob(stored(), {}, change))).toEqual([
      expect.stringMatching(/^spec\.template: Invalid value: .*: field is immutable$/),
    ]);
  });

  it('says twice what is wrong with the spec, but once what is wrong with what was generated', () => {
    const { issues } = updateJob(stored(), { template: {} });
    const label = 'spec.template.metadata.labels';
    const [containers, policy] = ['spec.template.spec.containers', 'spec.template.spec.restartPolicy'];
    expect(issues.map(({ path }) => path)).toEqual([
      `${label}[controller-uid]`,
      `${label}[job-name]`,
      ...[containers, policy, label],
      ...[containers, policy, label],
      'spec.template',
    ]);
    const negative = updateJob(stored(), { parallelism: -1 });
    expect(negative.issues.map(({ path }) => path)).toEqual(['spec.parallelism', 'spec.parallelism']);
  });

  it('may move a job that waits for its first start', () => {
    const directives = {
      nodeSelector: { disk: 'ssd' },
      tolerations: [{ key: 'k', operator: 'Exists' }],
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'Exists' }] }],
          },
        },
      },
    };
    const waiting = stored({ suspend: true });
    expect(updateJob(waiting, {}, directives).message).toBeUndefined();
    const moved = updateJob(waiting, {}, directives).object;
    expect(updateJob(moved, {}, { affinity: undefined, nodeSelector: undefined }).message).toBeUndefined();
    expect(updateJob(waiting, {}, { containers: [{ name: 'c', image: 'other' }] }).message).toMatch(
      /field is immutable$/,
    );
    expect(updateJob({ ...waiting, status: { startTime: '2022-01-02T03:04:05Z' } }, {}, directives).message).toMatch(
      /^Job\.batch "a" is invalid: spec\.template: /,
    );
    expect(updateJob(stored(), {}, directives).message).toMatch(/^Job\.batch "a" is invalid: spec\.template: /);
  });

  it('keeps the status', () => {
    const old = { ...stored(), status: { active: 1 } };
    expect(update(jobs, old, { ...old, status: { active: 5 } }).object['status']).toEqual({ active: 1 });
  });
});

describe('the status of a job', () => {
  it('is empty at first', () => {
    expect(create(jobs, { ...body(), status: { active: 3 } }).object['status']).toEqual({});
  });

  it('is all that a write of it takes', () => {
    const old = stored();
    const { object } = updateStatus(jobs, old, { ...old, spec: { parallelism: 9 }, status: { active: 1 } });
    expect(object).toMatchObject({ spec: { parallelism: 1 }, status: { active: 1 } });
  });

  it.each(['active', 'succeeded', 'failed', 'ready'])('has no negative counts: %s', (key) => {
    const status = (count: number) => updateStatus(jobs, stored(), { status: { [key]: count } }).message;
    expect(status(0)).toBeUndefined();
    expect(status(-1)).toBe(`${invalid} status.${key}: Invalid value: -1: must be greater than or equal to 0`);
  });

  it('names uncounted pods once, by their uids', () => {
    const uncounted = (succeeded: string[], failed: string[]) =>
      updateStatus(jobs, stored(), { status: { uncountedTerminatedPods: { succeeded, failed } } });
    expect(uncounted(['a'], ['b']).message).toBeUndefined();
    expect(causesOf(uncounted(['a', ''], ['a']))).toEqual([
      'status.uncountedTerminatedPods.succeeded[1]: Invalid value: "": must not be empty',
      'status.uncountedTerminatedPods.failed[0]: Duplicate value: "a"',
    ]);
  });
});

describe('the annotation for tracking by finalizers', () => {
  const annotations = { 'batch.kubernetes.io/job-tracking': '' };

  it('cannot be added to a job, and stays on those that have it until it is removed', () => {
    const old = stored();
    const tracked = { ...old, metadata: { ...old.metadata, annotations } };
    expect(update(jobs, old, tracked as never).message).toBe(
      `${invalid} metadata.annotations[batch.kubernetes.io/job-tracking]: Forbidden: cannot add this annotation`,
    );
    const unlabelled = { ...tracked, spec: { ...(old['spec'] as object), completions: 7 } };
    expect(causesOf(update(jobs, old, unlabelled as never)).map((cause) => cause.split(':', 1)[0])).toEqual([
      'metadata.annotations[batch.kubernetes.io/job-tracking]',
      'spec.completions',
    ]);
    expect(update(jobs, tracked, tracked as never).object.metadata.annotations).toEqual(annotations);
    expect(update(jobs, tracked, old as never).message).toBeUndefined();
  });
});
