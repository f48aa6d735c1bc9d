import { describe, expect, it } from '@jest/globals';

import { create, update } from '../../testing/admit.ts';
import { printRow } from '../../testing/print-row.ts';
import { controllerRevisions } from './controller-revision.resource.ts';

describe('a controller revision', () => {
  it.each([
    [undefined, '<none>'],
    [{ apiVersion: 'apps/v1', kind: 'DaemonSet' }, 'daemonset.apps/d'],
    [{ apiVersion: 'v1', kind: 'Pod' }, 'pod/d'],
  ])('of the owner %j shows %s', (owner, text) => {
    const ownerReferences = owner ? [{ ...owner, name: 'd', uid: 'u', controller: true }] : [];
    expect(printRow(controllerRevisions, { metadata: { ownerReferences }, revision: 7 })).toEqual({
      Name: 'a',
      Controller: text,
      Revision: 7,
      Age: '5m',
    });
  });

  it('keeps its data', () => {
    const body = (data: object, revision: number) => ({ metadata: { name: 'a' }, data, revision });
    const { object } = create(controllerRevisions, body({ a: 1 }, 1));
    expect(update(controllerRevisions, object, body({ a: 1 }, 2)).issues).toEqual([]);
    expect(update(controllerRevisions, object, body({ a: 2 }, 2)).issues.map(({ path }) => path)).toEqual(['data']);
    for (const data of [{ a: 1, b: null }, { a: 1, b: {} }, { a: [1] }, {}]) {
      expect(update(controllerRevisions, object, body(data, 2)).issues.map(({ path }) => path)).toEqual(['data']);
    }
  });
});
