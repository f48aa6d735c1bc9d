import { describe, expect, it } from '@jest/globals';

import { causesOf, create } from '../../testing/admit.ts';
import { fillIn } from '../../testing/fill-in.ts';
import { printRow } from '../../testing/print-row.ts';
import { replicationControllers } from './replication-controller.resource.ts';
import { ReplicationController } from './replication-controller.ts';

const template = {
  metadata: { labels: { app: 'a' } },
  spec: {
    containers: [
      { name: 'c', image: 'one' },
      { name: 'd', image: 'two' },
    ],
  },
};

describe('a replication controller', () => {
  it('keeps one pod and takes labels and selector from its template', () => {
    expect(fillIn(ReplicationController, { spec: { template } })).toMatchObject({
      metadata: { labels: { app: 'a' } },
      spec: { replicas: 1, selector: { app: 'a' } },
    });
    const given = { metadata: { labels: { b: 'c' } }, spec: { replicas: 0, selector: { d: 'e' } } };
    expect(fillIn(ReplicationController, { ...given, spec: { ...given.spec, template } })).toMatchObject(given);
    expect(fillIn(ReplicationController, {}).metadata.labels).toBeUndefined();
  });

  it('shows its pods', () => {
    const spec = { replicas: 3, selector: { app: 'a' }, template };
    expect(printRow(replicationControllers, { spec, status: { replicas: 2, readyReplicas: 1 } })).toEqual({
      Name: 'a',
      Desired: 3,
      Current: 2,
      Ready: 1,
      Age: '5m',
      Containers: 'c,d',
      Images: 'one,two',
      Selector: 'app=a',
    });
  });

  it('needs a template that its selector matches', () => {
    const body = (spec: object) => ({ metadata: { name: 'a' }, spec });
    expect(create(replicationControllers, body({ template })).issues).toEqual([]);
    expect(causesOf(create(replicationControllers, body({ replicas: -1, minReadySeconds: -1 })))).toEqual([
      'spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0',
      'spec.selector: Required value',
      'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
      'spec.template: Required value',
    ]);
    expect(causesOf(create(replicationControllers, body({ selector: { app: 'b' }, template })))).toEqual([
      'spec.template.metadata.labels: Invalid value: map[string]string{"app":"a"}: `selector` does not match template `labels`',
    ]);
  });

  it('checks its template', () => {
    const changed = { ...template, spec: { containers: [{ name: 'c' }], restartPolicy: 'Never' } };
    expect(causesOf(create(replicationControllers, { metadata: { name: 'a' }, spec: { template: changed } }))).toEqual([
      'spec.template.spec.containers[0].image: Required value',
      'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
    ]);
  });
});
