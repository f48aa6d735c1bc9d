import { describe, expect, it } from '@jest/globals';

import { causesOf, create, update, updateStatus } from '../../testing/admit.ts';
import { fillIn } from '../../testing/fill-in.ts';
import { printRow } from '../../testing/print-row.ts';
import { deployments } from './deployment.resource.ts';
import { Deployment } from './deployment.ts';

const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'one' }] } };
const selector = { matchLabels: { app: 'a' } };
const body = (spec: object) => ({ metadata: { name: 'a' }, spec: { selector, template, ...spec } });

describe('the defaults of a deployment', () => {
  it('are one pod, replaced a quarter at a time', () => {
    expect(fillIn(Deployment, { spec: {} }).spec).toMatchObject({
      replicas: 1,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
    });
  });

  it('leave what was given', () => {
    const spec = {
      replicas: 0,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: '25%' } },
      revisionHistoryLimit: 0,
      progressDeadlineSeconds: 1,
    };
    expect(fillIn(Deployment, { spec }).spec).toMatchObject(spec);
    const { strategy } = fillIn(Deployment, { spec: { strategy: { type: 'Recreate' } } }).spec;
    expect(strategy).toEqual({ type: 'Recreate' });
  });
});

describe('the row of a deployment', () => {
  it('shows its pods', () => {
    const spec = { replicas: 3, selector: { matchExpressions: [{ key: 'b', operator: 'Exists' }], ...selector } };
    const status = { readyReplicas: 1, updatedReplicas: 2 };
    expect(printRow(deployments, { spec: { ...spec, template }, status })).toEqual({
      Name: 'a',
      Ready: '1/3',
      'Up-to-date': 2,
      Available: 0,
      Age: '5m',
      Containers: 'c',
      Images: 'one',
      Selector: 'app=a,b',
    });
  });
});

describe('a write of a deployment', () => {
  it('reaches either the status or the rest, and with the status no labels', () => {
    const labels = { a: 'b' };
    const { object } = create(deployments, { ...body({}), metadata: { name: 'a', labels }, status: { replicas: 9 } });
    expect(object['status']).toEqual({});
    const observed = updateStatus(deployments, object, { ...body({ replicas: 5 }), status: { replicas: 1 } });
    expect(observed.object).toMatchObject({ metadata: { labels }, spec: { replicas: 1 }, status: { replicas: 1 } });
    const scaled = update(deployments, observed.object, body({ replicas: 5 }));
    expect(scaled.object).toMatchObject({ spec: { replicas: 5 }, status: { replicas: 1 } });
  });

  it('counts a change of annotations as one of the desired state', () => {
    const { object } = create(deployments, body({}));
    const old = { ...object, metadata: { ...object.metadata, generation: 1 } };
    const change = (metadata: object) =>
      update(deployments, old, { ...body({}), metadata: { name: 'a', ...metadata } }).object;
    expect(change({ annotations: { a: 'b' } }).metadata.generation).toBe(2);
    expect(change({ annotations: {}, labels: { a: 'b' } }).metadata.generation).toBe(1);
  });

  it('keeps the selector', () => {
    const { object } = create(deployments, body({}));
    const changed = { matchLabels: { app: 'b' } };
    const relabelled = { ...template, metadata: { labels: { app: 'b' } } };
    const { issues } = update(deployments, object, body({ selector: changed, template: relabelled }));
    expect(issues).toEqual([
      expect.objectContaining({ path: 'spec.selector', message: expect.stringMatching(/: field is immutable$/) }),
    ]);
  });

  it.each([
    [{ replicas: -1 }, 'spec.replicas: Invalid value: -1: must be greater than or equal to 0'],
    [{ selector: {} }, 'spec.selector: Invalid value: {}: empty selector is invalid for deployment'],
    [
      { selector: { matchLabels: { app: 'b' } } },
      'spec.template.metadata.labels: Invalid value: map[string]string{"app":"a"}: `selector` does not match template `labels`',
    ],
    [
      { strategy: { type: 'Recreate', rollingUpdate: {} } },
      "spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'",
    ],
    [
      { strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: '0%' } } },
      'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: 0: may not be 0 when `maxSurge` is 0',
    ],
    [
      { minReadySeconds: 600 },
      'spec.progressDeadlineSeconds: Invalid value: 600: must be greater than minReadySeconds',
    ],
    [
      { template: { ...template, spec: { ...template.spec, restartPolicy: 'Never' } } },
      'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
    ],
  ])('with %j is refused', (spec, cause) => {
    expect(causesOf(create(deployments, body(spec)))).toEqual([cause]);
  });

  it.each([
    [{ containers: [{ name: 'c' }] }, 'spec.template.spec.containers[0].image: Required value'],
    [
      { volumes: [{ name: 'v', emptyDir: {}, configMap: { name: 'm' } }] },
      'spec.template.spec.volumes[0].configMap: Forbidden: may not specify more than 1 volume type',
    ],
    [
      { activeDeadlineSeconds: 5 },
      'spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in ReplicaSet is not Supported',
    ],
  ])('with %j in its template is refused', (podSpec, cause) => {
    const changed = { ...template, spec: { ...template.spec, ...podSpec } };
    expect(causesOf(create(deployments, body({ template: changed })))).toEqual([cause]);
  });

  it('with several pods shares a disk only for reading', () => {
    const withDisk = (readOnly: boolean) => {
      const volumes = [{ name: 'v', gcePersistentDisk: { pdName: 'd', readOnly } }];
      return { ...template, spec: { ...template.spec, volumes } };
    };
    const several = create(deployments, body({ replicas: 2, template: withDisk(false) }));
    expect(causesOf(several)).toEqual([
      'spec.template.spec.volumes[0].gcePersistentDisk.readOnly: Invalid value: false: must be true for replicated pods > 1; GCE PD can only be mounted on multiple machines if it is read-only',
    ]);
    expect(create(deployments, body({ replicas: 1, template: withDisk(false) })).issues).toEqual([]);
    expect(create(deployments, body({ replicas: 2, template: withDisk(true) })).issues).toEqual([]);
  });

  it('without a selector matches nothing', () => {
    expect(causesOf(create(deployments, { metadata: { name: 'a' }, spec: { template } }))).toEqual([
      'spec.selector: Required value',
      'spec.template.metadata.labels: Invalid value: map[string]string{"app":"a"}: `selector` does not match template `labels`',
    ]);
  });
});
