/** The order of causes that clients know: that of the rules, wherever a rule is stated. */
import { describe, expect, it } from '@jest/globals';
import type { JsonValue } from '@keelson/schema';

import { create, update, type Admitted } from '../../testing/admit.ts';
import { daemonSets } from './daemon-set.resource.ts';
import { deployments } from './deployment.resource.ts';
import { replicaSets } from './replica-set.resource.ts';
import { statefulSets } from './stateful-set.resource.ts';

const labels = { a: 'b' };
const container = { name: 'c', image: 'i' };
const sound = { metadata: { labels }, spec: { containers: [container] } };
const faulty = { metadata: { labels }, spec: { containers: [container], restartPolicy: 'Never' } };
const restart = 'spec.template.spec.restartPolicy';

function body(fields: Readonly<Record<string, JsonValue>>, template: JsonValue = faulty): JsonValue {
  return { metadata: { name: 'a' }, spec: { selector: { matchLabels: labels }, template, ...fields } };
}

function pathsOf({ issues }: Admitted): string[] {
  return issues.map(({ path }) => path);
}

describe('order of causes', () => {
  it('tells the numbers of a deployment after its template and its strategy, but for its replicas', () => {
    const fields = {
      replicas: -1,
      strategy: { type: 'Odd' },
      minReadySeconds: -1,
      revisionHistoryLimit: -1,
      progressDeadlineSeconds: -2,
    };
    expect(pathsOf(create(deployments, body(fields)))).toEqual([
      'spec.replicas',
      restart,
      'spec.strategy',
      'spec.minReadySeconds',
      'spec.revisionHistoryLimit',
      'spec.progressDeadlineSeconds',
      'spec.progressDeadlineSeconds',
    ]);
  });

  it('tells the numbers of a stateful set after its policies, and before its selector', () => {
    const fields = {
      serviceName: 's',
      podManagementPolicy: 'Odd',
      updateStrategy: { type: 'Odd' },
      replicas: -1,
      minReadySeconds: -1,
      selector: {},
    };
    expect(pathsOf(create(statefulSets, body(fields)))).toEqual([
      'spec.podManagementPolicy',
      'spec.updateStrategy',
      'spec.replicas',
      'spec.minReadySeconds',
      'spec.selector',
      restart,
    ]);
  });

  it('tells the numbers of a daemon set beside its strategy, all of it twice in an update', () => {
    const once = [restart, 'spec.minReadySeconds', 'spec.updateStrategy', 'spec.revisionHistoryLimit'];
    const changed = body({ minReadySeconds: -1, updateStrategy: { type: 'Odd' }, revisionHistoryLimit: -1 });
    expect(pathsOf(create(daemonSets, changed))).toEqual(once);
    const { object } = create(daemonSets, body({}, sound));
    expect(pathsOf(update(daemonSets, object, changed))).toEqual([...once, ...once]);
  });

  it('tells the numbers of a replica set first, all of it twice in an update', () => {
    const once = ['spec.replicas', 'spec.minReadySeconds', restart];
    const changed = body({ replicas: -1, minReadySeconds: -1 });
    expect(pathsOf(create(replicaSets, changed))).toEqual(once);
    const { object } = create(replicaSets, body({}, sound));
    expect(pathsOf(update(replicaSets, object, changed))).toEqual([...once, ...once]);
  });
});
