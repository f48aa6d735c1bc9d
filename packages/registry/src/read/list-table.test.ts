import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import type { ListAnswer, ListOptions, Outcome } from '../contract.ts';
import { jsonOf, openBench, refusalOf, valueOf } from '../testing/open-registry.ts';
import type { Bench } from '../testing/open-registry.ts';

let bench: Bench;
/** The revisions at which `a`, `b` and `c` came; later `b` was deleted and `d` came. */
const revisions: Record<string, string> = {};

const place = () => ({ resource: bench.resource('configmaps'), namespace: 'default' });
const list = (options: ListOptions): Promise<Outcome<ListAnswer>> => bench.registry.list(place(), options);
const names = ({ objects }: ListAnswer) => objects.map((object) => jsonOf(object).metadata.name).join('');

beforeAll(async () => {
  bench = await openBench();
  for (const name of ['a', 'b', 'c']) {
    const made = await valueOf(bench.create(place(), { metadata: { name } }));
    revisions[name] = jsonOf(made.object).metadata.resourceVersion ?? '';
  }
  await valueOf(bench.delete({ ...place(), name: 'b' }));
  await valueOf(bench.create(place(), { metadata: { name: 'd' } }));
});

afterAll(() => bench.close());

const tooLarge = 'Too large resource version: 999999, current:';

describe('a list without resourceVersionMatch and without limit', () => {
  it('is at the most recent revision when no resourceVersion is given', async () => {
    const listed = await valueOf(list({}));
    expect([names(listed), listed.resourceVersion]).toEqual(['acd', String(await bench.currentRevision())]);
  });

  it('is at any revision at 0', async () => {
    expect(names(await valueOf(list({ resourceVersion: '0' })))).toBe('acd');
  });

  it('is not older than another', async () => {
    const listed = await valueOf(list({ resourceVersion: revisions['a'] }));
    expect(Number(listed.resourceVersion)).toBeGreaterThanOrEqual(Number(revisions['a']));
    expect(names(listed)).toBe('acd');
  });

  it('waits for a revision of the future, and then says so', async () => {
    const status = await refusalOf(list({ resourceVersion: '999999' }));
    expect(status).toMatchObject({ code: 504, reason: 'Timeout', details: { retryAfterSeconds: 1 } });
    expect(status.message).toContain(tooLarge);
  });
});

describe('a list without resourceVersionMatch and with a limit', () => {
  it('is at the most recent revision when no resourceVersion is given', async () => {
    const listed = await valueOf(list({ limit: '2' }));
    expect([names(listed), listed.remainingItemCount]).toEqual(['ac', 1]);
    expect(listed.resourceVersion).toBe(String(await bench.currentRevision()));
  });

  it('is at any revision at 0', async () => {
    expect(names(await valueOf(list({ limit: '2', resourceVersion: '0' })))).toBe('ac');
  });

  it('is exactly at another', async () => {
    const listed = await valueOf(list({ limit: '2', resourceVersion: revisions['c'] }));
    expect([names(listed), listed.resourceVersion, listed.remainingItemCount]).toEqual(['ab', revisions['c'], 1]);
  });

  it('has no limit at 0 and below', async () => {
    expect(names(await valueOf(list({ limit: '0' })))).toBe('acd');
    expect(names(await valueOf(list({ limit: '-3' })))).toBe('acd');
  });
});

describe('a list with a continue token', () => {
  const first = async () => (await valueOf(list({ limit: '1', resourceVersion: revisions['c'] }))).continue;

  it('goes on at the revision of its first page', async () => {
    const listed = await valueOf(list({ limit: '9', continue: await first() }));
    expect([names(listed), listed.resourceVersion, listed.continue]).toEqual(['bc', revisions['c'], undefined]);
  });

  it('goes on all the same with a resourceVersion of 0', async () => {
    expect(names(await valueOf(list({ limit: '1', continue: await first(), resourceVersion: '0' })))).toBe('b');
  });

  it('is refused with another resourceVersion', async () => {
    const status = await refusalOf(list({ limit: '1', continue: await first(), resourceVersion: '5' }));
    expect([status.code, status.message]).toEqual([
      400,
      'specifying resource version is not allowed when using continue',
    ]);
  });

  it('is refused with a resourceVersion that is none', async () => {
    const status = await refusalOf(list({ limit: '1', continue: await first(), resourceVersion: 'abc' }));
    expect([status.code, status.message]).toEqual([
      400,
      'invalid resource version: resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax',
    ]);
  });

  it.each(['Exact', 'NotOlderThan'])('is refused with resourceVersionMatch %s', async (resourceVersionMatch) => {
    const status = await refusalOf(
      list({ limit: '1', continue: await first(), resourceVersion: '5', resourceVersionMatch }),
    );
    expect(status.code).toBe(422);
    expect(status.message).toContain('resourceVersionMatch is forbidden when continue is provided');
  });
});

it('tells of a selector that cannot be parsed before options that contradict each other, and of an unknown field after', async () => {
  const match = { resourceVersionMatch: 'Exact' };
  expect((await refusalOf(list({ ...match, labelSelector: '!!' }))).code).toBe(400);
  expect((await refusalOf(list({ ...match, fieldSelector: 'a' }))).code).toBe(400);
  expect((await refusalOf(list({ ...match, fieldSelector: 'spec.nothing=1' }))).code).toBe(422);
});

const unlessProvided =
  'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided';
const forbiddenAtZero =
  'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"';

describe.each([undefined, '2'])('a list with resourceVersionMatch Exact and limit %s', (limit) => {
  const exact = (resourceVersion?: string) => list({ limit, resourceVersion, resourceVersionMatch: 'Exact' });

  it('is invalid without a resourceVersion', async () => {
    expect(await refusalOf(exact())).toMatchObject({ code: 422, message: unlessProvided });
  });

  it('is invalid at 0', async () => {
    expect(await refusalOf(exact('0'))).toMatchObject({ code: 422, message: forbiddenAtZero });
  });

  it('is exactly at another', async () => {
    const listed = await valueOf(exact(revisions['b']));
    expect([names(listed), listed.resourceVersion]).toEqual(['ab', revisions['b']]);
  });

  it('says that a revision of the future is too large', async () => {
    expect(await refusalOf(exact('999999'))).toMatchObject({ code: 504, reason: 'Timeout' });
  });
});

describe.each([undefined, '2'])('a list with resourceVersionMatch NotOlderThan and limit %s', (limit) => {
  const notOlder = (resourceVersion?: string) => list({ limit, resourceVersion, resourceVersionMatch: 'NotOlderThan' });

  it('is invalid without a resourceVersion', async () => {
    expect(await refusalOf(notOlder())).toMatchObject({ code: 422, message: unlessProvided });
  });

  it('is at any revision at 0', async () => {
    expect(names(await valueOf(notOlder('0')))).toBe(limit === undefined ? 'acd' : 'ac');
  });

  it('is not older than another', async () => {
    const listed = await valueOf(notOlder(revisions['a']));
    expect(names(listed)).toBe(limit === undefined ? 'acd' : 'ac');
    expect(Number(listed.resourceVersion)).toBeGreaterThan(Number(revisions['c']));
  });

  it('says that a revision of the future is too large', async () => {
    expect(await refusalOf(notOlder('999999'))).toMatchObject({ code: 504, reason: 'Timeout' });
  });
});

describe('a list', () => {
  it('does not know other matches', async () => {
    const status = await refusalOf(list({ resourceVersion: '5', resourceVersionMatch: 'Nonsense' }));
    expect(status.message).toBe(
      'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Unsupported value: "Nonsense": supported values: "Exact", "NotOlderThan", ""',
    );
  });

  it.each([
    [{ limit: 'x' }, 'strconv.ParseInt: parsing "x": invalid syntax'],
    [{ limit: '99999999999999999999' }, 'strconv.ParseInt: parsing "99999999999999999999": value out of range'],
    [{ labelSelector: '!!' }, "unable to parse requirement: found '!', expected: identifier"],
    [
      { fieldSelector: 'data.k=1' },
      '"data.k" is not a known field selector: only "metadata.name", "metadata.namespace"',
    ],
    [{ fieldSelector: 'x' }, "invalid selector: 'x'; can't understand 'x'"],
  ])('is refused with %j', async (options, message) => {
    expect(await refusalOf(list(options))).toMatchObject({ code: 400, reason: 'BadRequest', message });
  });

  it.each(['x', '!!', 'e30', 'eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6NSwic3RhcnQiOiIuLi9hIn0', 'a'.repeat(9_999)])(
    'refuses a token that is not ours: %s',
    async (token) => {
      const status = await refusalOf(list({ limit: '1', continue: token }));
      expect(status.code).toBe(400);
      expect(status.message).toMatch(/^invalid continue token: continue key is not valid: /);
    },
  );

  it('counts what remains only where nothing selects', async () => {
    const listed = await valueOf(list({ limit: '1', labelSelector: '!x' }));
    expect([listed.continue !== undefined, listed.remainingItemCount]).toEqual([true, undefined]);
  });

  it('reads one object where a field selector names it', async () => {
    expect(names(await valueOf(list({ fieldSelector: 'metadata.name=c' })))).toBe('c');
    expect(names(await valueOf(list({ fieldSelector: 'metadata.name=none' })))).toBe('');
    expect(names(await valueOf(list({ fieldSelector: 'metadata.name!=c' })))).toBe('ad');
    expect(names(await valueOf(list({ fieldSelector: 'metadata.name=' })))).toBe('');
  });

  it('is about all namespaces without one, and about one that a field selector names', async () => {
    const all = { resource: bench.resource('configmaps') };
    expect(names(await valueOf(bench.registry.list(all, {})))).toBe('acd');
    const fieldSelector = 'metadata.namespace=default,metadata.name=a';
    expect(names(await valueOf(bench.registry.list(all, { fieldSelector })))).toBe('a');
  });
});
