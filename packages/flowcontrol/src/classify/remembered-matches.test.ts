import { describe, expect, it } from '@jest/globals';
import type { RequestAttributes } from '@keelson/meta';

import { RememberedMatches } from './remembered-matches.ts';

const getPod = {
  kind: 'resource',
  verb: 'get',
  group: '',
  version: 'v1',
  resource: 'pods',
  subresource: '',
  namespace: 'a',
  name: 'x',
} as const satisfies RequestAttributes;

describe('what was found for requests', () => {
  it('is found again for others of the kind, and for none of another kind', () => {
    const remembered = new RememberedMatches<string>();
    remembered.remember(getPod, 'pods');
    remembered.remember({ kind: 'path', verb: 'get', path: '/version' }, undefined);
    expect(remembered.find({ ...getPod, name: 'y', version: 'v2' })?.found).toBe('pods');
    for (const other of [
      { verb: 'list' },
      { group: 'apps' },
      { resource: 'jobs' },
      { subresource: 'log' },
      { namespace: 'b' },
    ]) {
      expect(remembered.find({ ...getPod, ...other })).toBeUndefined();
    }
    expect(remembered.find({ kind: 'path', verb: 'get', path: '/version' })).toMatchObject({ found: undefined });
    expect(remembered.find({ kind: 'path', verb: 'get', path: '/other' })).toBeUndefined();
  });

  it('is forgotten when it is too much', () => {
    const remembered = new RememberedMatches<number>();
    for (let count = 0; count < 1_001; count += 1) remembered.remember({ ...getPod, namespace: `n${count}` }, count);
    expect(remembered.find({ ...getPod, namespace: 'n0' })).toBeUndefined();
    expect(remembered.find({ ...getPod, namespace: 'n1000' })?.found).toBe(1_000);
  });
});
