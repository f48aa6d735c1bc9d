import { describe, expect, it } from '@jest/globals';
import type { Resource } from '@keelson/schema';

import { replicationControllers } from '../../core/v1/replication-controller.resource.ts';
import { create, updateStatus } from '../../testing/admit.ts';
import { shortCausesOf } from '../../testing/rule-table.ts';
import { daemonSets } from './daemon-set.resource.ts';
import { deployments } from './deployment.resource.ts';
import { replicaSets } from './replica-set.resource.ts';
import { statefulSets } from './stateful-set.resource.ts';

const labels = { a: 'b' };
const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };

function report(resource: Resource, before: object, after: object): string[] {
  const selector = resource === replicationControllers ? labels : { matchLabels: labels };
  const body = { metadata: { name: 'a' }, spec: { selector, template } };
  const { object } = create(resource, body);
  const { object: old } = updateStatus(resource, object, { ...body, status: before });
  return shortCausesOf(updateStatus(resource, old, { ...body, status: after }));
}

const isMore = 'cannot be greater than';

describe('the status of a workload', () => {
  it.each<[string, Resource, object, string[]]>([
    [
      'more ready than there are',
      deployments,
      { readyReplicas: 1 },
      [`readyReplicas: Invalid value: 1: ${isMore} status.replicas`],
    ],
    [
      'more ready than there are',
      replicaSets,
      { readyReplicas: 1, replicas: 0 },
      [`readyReplicas: Invalid value: 1: ${isMore} status.replicas`],
    ],
    [
      'more available than ready',
      replicaSets,
      { replicas: 2, readyReplicas: 1, availableReplicas: 2 },
      [`availableReplicas: Invalid value: 2: ${isMore} readyReplicas`],
    ],
    [
      'more available than ready',
      replicationControllers,
      { replicas: 2, readyReplicas: 1, availableReplicas: 2 },
      [`availableReplicas: Invalid value: 2: ${isMore} readyReplicas`],
    ],
    [
      'more current than there are',
      statefulSets,
      { replicas: 1, currentReplicas: 2 },
      [`currentReplicas: Invalid value: 2: ${isMore} status.replicas`],
    ],
    [
      'less than none',
      daemonSets,
      { numberReady: -1 },
      ['numberReady: Invalid value: -1: must be greater than or equal to 0'],
    ],
    ['what can be', deployments, { replicas: 2, readyReplicas: 2, availableReplicas: 1 }, []],
  ])('that says %s', (_title, resource, status, causes) => {
    expect(report(resource, {}, status)).toEqual(causes.map((cause) => `status.${cause}`));
  });

  it.each([[deployments], [daemonSets], [statefulSets]])('counts collisions that happened', (resource) => {
    expect(report(resource, { collisionCount: 2 }, { collisionCount: 1 })).toEqual([
      'status.collisionCount: Invalid value: 1: cannot be decremented',
    ]);
    expect(report(resource, { collisionCount: 0 }, {})).toEqual([
      'status.collisionCount: Invalid value: 0: cannot be decremented',
    ]);
    expect(report(resource, {}, { collisionCount: 0 })).toEqual([]);
  });
});
