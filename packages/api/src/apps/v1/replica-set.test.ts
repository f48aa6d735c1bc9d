import { describe, expect, it } from '@jest/globals';

import { create, update } from '../../testing/admit.ts';
import { fillIn } from '../../testing/fill-in.ts';
import { printRow } from '../../testing/print-row.ts';
import { replicaSets } from './replica-set.resource.ts';
import { ReplicaSet } from './replica-set.ts';

const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'one' }] } };
const spec = { selector: { matchLabels: { app: 'a' } }, template };

describe('a replica set', () => {
  it('keeps one pod by default', () => {
    expect(fillIn(ReplicaSet, { spec: {} }).spec.replicas).toBe(1);
    expect(fillIn(ReplicaSet, { spec: { replicas: 0 } }).spec.replicas).toBe(0);
  });

  it('shows its pods', () => {
    const status = { replicas: 2, readyReplicas: 1 };
    expect(printRow(replicaSets, { spec: { ...spec, replicas: 3 }, status })).toEqual({
      Name: 'a',
      Desired: 3,
      Current: 2,
      Ready: 1,
      Age: '5m',
      Containers: 'c',
      Images: 'one',
      Selector: 'app=a',
    });
  });

  it('begins with an empty status and keeps its selector', () => {
    const { object, issues } = create(replicaSets, { metadata: { name: 'a' }, spec, status: { replicas: 4 } });
    expect(issues).toEqual([]);
    expect(object['status']).toEqual({ replicas: 0 });
    const other = { ...spec, selector: { matchExpressions: [{ key: 'app', operator: 'Exists' }] } };
    const { issues: refused } = update(replicaSets, object, { metadata: { name: 'a' }, spec: other });
    expect(refused.map(({ path }) => path)).toEqual(['spec.selector']);
  });
});
