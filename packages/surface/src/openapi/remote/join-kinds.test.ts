import { expect, it } from '@jest/globals';

import type { DocumentV2 } from '../write-v2.ts';
import { kindsField, missingKinds, uniteKinds, withJoinedKinds } from './join-kinds.ts';

const kind = (group: string, version = 'v1') => ({ group, version, kind: 'DeleteOptions' });
const definition = (...kinds: readonly unknown[]) => ({ type: 'object', [kindsField]: kinds });

it('the kinds that are missing are those that the other definition has, once, in the form of kinds', () => {
  const theirs = definition(kind('a'), kind('b'), kind('b'), null, 7, { group: 'c' }, { ...kind('d'), kind: 1 });
  expect(missingKinds(definition(kind('a')), theirs)).toEqual([kind('b')]);
  expect(missingKinds({ type: 'object' }, definition({ ...kind('x'), more: 1 }))).toEqual([kind('x')]);
  expect(missingKinds(definition(kind('a')), { [kindsField]: 'a' })).toEqual([]);
});

it('the kinds that several servers join to a definition are joined once', () => {
  const joined = uniteKinds([
    { name: 'D', kinds: [kind('b')] },
    { name: 'E', kinds: [kind('b')] },
    { name: 'D', kinds: [kind('b'), kind('a')] },
  ]);
  expect(joined).toEqual([
    { name: 'D', kinds: [kind('b'), kind('a')] },
    { name: 'E', kinds: [kind('b')] },
  ]);
});

it('a definition stands for its own kinds and the joined ones, in order', () => {
  const document = { definitions: { D: definition(kind('b'), kind('')), E: definition() } } as unknown as DocumentV2;
  const joined = withJoinedKinds(document, [
    { name: 'D', kinds: [kind('a', 'v2'), kind('b')] },
    { name: 'toString', kinds: [kind('a')] },
  ]);
  expect(joined.definitions).toEqual({ D: definition(kind(''), kind('a', 'v2'), kind('b')), E: definition() });
  expect(withJoinedKinds(document, [])).toBe(document);
});
