import { describe, expect, it } from '@jest/globals';

import { convertObject, groupVersion } from '@keelson/schema';
import type { Resource } from '@keelson/schema';

import { checkLaw, scheme } from './every-kind.ts';

const pairs = scheme
  .resources()
  .flatMap((from) => scheme.versionsOf(from).map((to): [string, Resource, Resource] => [titleOf(from, to), from, to]))
  .filter(([, from, to]) => from !== to);

function titleOf(from: Resource, to: Resource): string {
  return `${from.kind} of ${groupVersion(from)} through ${groupVersion(to)}`;
}

describe.each(pairs)('%s', (_title, from, to) => {
  it('comes back the same', () => {
    checkLaw(from, (object) => {
      const there = convertObject(scheme, structuredClone(object), from, to);
      expect(there).toMatchObject({ kind: to.kind, apiVersion: groupVersion(to) });
      expect(convertObject(scheme, there, to, from)).toEqual(object);
    });
  });
});
