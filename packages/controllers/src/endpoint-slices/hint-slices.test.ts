import { describe, expect, it } from '@jest/globals';
import type { StoredEndpointSlice } from '@keelson/api';

import { hintSlices } from './hint-slices.ts';
import type { SliceEndpoint, WantedSlice } from './slice-object.ts';

/** Written as `zone`, `zone>hint` or `zone!` for one that is not ready. */
function endpointOf(text: string): SliceEndpoint {
  const [, zone = '', hint, unready] = /^([a-z]*)(?:>([a-z]+))?(!?)$/u.exec(text) ?? [];
  return {
    addresses: [],
    conditions: { ready: unready !== '!' },
    ...(zone !== '' && { topology: { 'topology.kubernetes.io/zone': zone } }),
    ...(hint !== undefined && { hints: { forZones: [{ name: hint }] } }),
  };
}

const endpointsOf = (texts: string): SliceEndpoint[] => texts.split(' ').map(endpointOf);

const wanted = (texts: string): WantedSlice => ({ addressType: 'IPv4', ports: [], endpoints: endpointsOf(texts) });

const stored = (texts: string): StoredEndpointSlice => ({
  kind: 'EndpointSlice',
  apiVersion: 'discovery.k8s.io/v1beta1',
  metadata: { creationTimestamp: null },
  addressType: 'IPv4',
  endpoints: endpointsOf(texts),
  ports: [],
});

const hintsOf = (slices: readonly WantedSlice[]): string[] =>
  slices.map(({ endpoints }) => endpoints.map(({ hints }) => hints?.forZones?.[0]?.name ?? '-').join(' '));

interface Case {
  readonly create?: string;
  readonly update?: string;
  readonly unchanged?: readonly string[];
}

const halves = { a: 0.5, b: 0.5 };

describe('hints of topology', () => {
  it.each<[string, Case, Readonly<Record<string, number>> | undefined, Readonly<Record<string, readonly string[]>>]>([
    ['keep endpoints in their zone', { create: 'a a b b' }, halves, { create: ['a a b b'] }],
    ['lend endpoints to a zone with too few', { create: 'a a a a' }, halves, { create: ['b b a a'] }],
    ['follow the sizes of zones', { create: 'a a b b b' }, { a: 0.8, b: 0.2 }, { create: ['a a a a b'] }],
    ['pass over endpoints that are not ready', { create: 'a! a b b!' }, halves, { create: ['- a b -'] }],
    ['are none where one has no zone', { create: 'a>a b>b ' }, halves, { create: ['- - -'] }],
    ['are none with fewer endpoints than zones', { update: 'a>a' }, halves, { update: ['-'] }],
    ['are none without shares of zones', { create: 'a>a b>b' }, undefined, { create: ['- -'] }],
    [
      'are taken off slices that need no other change',
      { unchanged: ['a>a b>b', 'a b'] },
      undefined,
      { update: ['- -'] },
    ],
    [
      'stay in slices that need no other change',
      { update: 'a', unchanged: ['a>b b>b', 'b>a'] },
      halves,
      { update: ['a'] },
    ],
    ['are given to slices that have none', { unchanged: ['a>a b>b', 'a b'] }, halves, { update: ['a b'] }],
    ['are made again where a zone has too many', { unchanged: ['a>a b>a'] }, halves, { update: ['a b'] }],
    ['are made again where a zone is gone', { unchanged: ['a>c b>b'] }, halves, { update: ['a b'] }],
    ['stay for a zone whose nodes do not count', { unchanged: ['a>a b>b c>c a>a b>b a>a'] }, halves, {}],
  ])('%s', (_, { create, update, unchanged = [] }, shares, { create: created = [], update: updated = [] }) => {
    const given = {
      addressType: 'IPv4' as const,
      create: create === undefined ? [] : [wanted(create)],
      update: update === undefined ? [] : [wanted(update)],
      unchanged: unchanged.map(stored),
    };
    const hinted = hintSlices(given, shares && new Map(Object.entries(shares)));
    expect({ create: hintsOf(hinted.create), update: hintsOf(hinted.update) }).toEqual({
      create: created,
      update: updated,
    });
  });

  it('are counted by zone', () => {
    const shares = new Map(Object.entries(halves));
    const given = { addressType: 'IPv4' as const, create: [wanted('a a a a')], update: [], unchanged: [] };
    expect(hintSlices(given, shares).hinted).toEqual(
      new Map([
        ['a', 2],
        ['b', 2],
      ]),
    );
    expect(hintSlices(given, undefined).hinted.size).toBe(0);
  });
});
