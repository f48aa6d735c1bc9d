import { describe, expect, it } from '@jest/globals';

import { causesOf, create, update } from '../../testing/admit.ts';
import { fillIn } from '../../testing/fill-in.ts';
import { printRow } from '../../testing/print-row.ts';
import { statefulSets } from './stateful-set.resource.ts';
import { StatefulSet } from './stateful-set.ts';

const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'one' }] } };
const spec = { selector: { matchLabels: { app: 'a' } }, serviceName: 's', template };
const metadata = { name: 'a' };

describe('the defaults of a stateful set', () => {
  it('start and replace one pod after the other', () => {
    expect(fillIn(StatefulSet, { spec: {} }).spec).toMatchObject({
      replicas: 1,
      podManagementPolicy: 'OrderedReady',
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
      revisionHistoryLimit: 10,
    });
    const given = {
      replicas: 0,
      podManagementPolicy: 'Parallel',
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 2 } },
      revisionHistoryLimit: 0,
    };
    expect(fillIn(StatefulSet, { spec: given }).spec).toMatchObject(given);
  });

  it.each(['RollingUpdate', 'OnDelete'])('add nothing to the type %s alone', (type) => {
    expect(fillIn(StatefulSet, { spec: { updateStrategy: { type } } }).spec.updateStrategy).toEqual({ type });
  });

  it('make whole claims of the templates of claims', () => {
    const { volumeClaimTemplates } = fillIn(StatefulSet, { spec: { volumeClaimTemplates: [{}] } }).spec;
    expect(volumeClaimTemplates).toMatchObject([
      {
        kind: 'PersistentVolumeClaim',
        apiVersion: 'v1',
        spec: { volumeMode: 'Filesystem' },
        status: { phase: 'Pending' },
      },
    ]);
  });
});

describe('a stateful set', () => {
  it('shows its pods', () => {
    expect(printRow(statefulSets, { spec: { ...spec, replicas: 2 }, status: { readyReplicas: 1 } })).toEqual({
      Name: 'a',
      Ready: '1/2',
      Age: '5m',
      Containers: 'c',
      Images: 'one',
    });
  });

  it('changes in few fields only', () => {
    const { object, issues } = create(statefulSets, { metadata, spec, status: { replicas: 3 } });
    expect(issues).toEqual([]);
    expect(object['status']).toEqual({ replicas: 0, availableReplicas: 0 });
    const allowed = { ...spec, replicas: 3, minReadySeconds: 1, updateStrategy: { type: 'OnDelete' } };
    expect(update(statefulSets, object, { metadata, spec: allowed }).issues).toEqual([]);
    expect(causesOf(update(statefulSets, object, { metadata, spec: { ...spec, serviceName: 't' } }))).toEqual([
      "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'template', 'updateStrategy', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
    ]);
  });

  it('may mount volumes that only its templates of claims have', () => {
    const volumeMounts = [{ name: 'data', mountPath: '/data' }];
    const containers = [{ name: 'c', image: 'one', volumeMounts }];
    const changed = { ...spec.template, spec: { containers, activeDeadlineSeconds: 5 } };
    expect(causesOf(create(statefulSets, { metadata, spec: { ...spec, template: changed } }))).toEqual([
      'spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in StatefulSet is not Supported',
    ]);
  });
});
