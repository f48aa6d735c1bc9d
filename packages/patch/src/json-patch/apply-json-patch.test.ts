import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { freeze } from '../testing/run-scenarios.ts';
import { applyJsonPatch, copyLimitBytes } from './apply-json-patch.ts';

function patch(document: unknown, operations: unknown): unknown {
  const outcome = applyJsonPatch(freeze(document), freeze(operations));
  return outcome.ok ? outcome.value : `${outcome.reason}: ${outcome.detail ?? outcome.message}`;
}

const one = (op: string, path: string, rest: object = {}) => [{ op, path, ...rest }];

describe('JSON patch', () => {
  it.each([
    ['adds a key', { a: 1 }, one('add', '/b', { value: 2 }), { a: 1, b: 2 }],
    ['overwrites what is there', { a: 1 }, one('add', '/a', { value: 2 }), { a: 2 }],
    ['adds null for a missing value', {}, one('add', '/a'), { a: null }],
    ['inserts into a list', [1, 3], one('add', '/1', { value: 2 }), [1, 2, 3]],
    ['inserts at the end of a list', [1], one('add', '/1', { value: 2 }), [1, 2]],
    ['appends to a list', [1], one('add', '/-', { value: 2 }), [1, 2]],
    ['counts from the end', [1, 2, 3], one('remove', '/-1'), [1, 2]],
    ['removes a key', { a: 1, b: 2 }, one('remove', '/a'), { b: 2 }],
    ['removes an item', [1, 2], one('remove', '/0'), [2]],
    ['replaces a key', { a: 1 }, one('replace', '/a', { value: 2 }), { a: 2 }],
    ['replaces a key that is not there', {}, one('replace', '/a', { value: 2 }), { a: 2 }],
    ['replaces by null without a value', { a: 1 }, one('replace', '/a'), { a: null }],
    ['replaces an item', [1, 2], one('replace', '/1', { value: 9 }), [1, 9]],
    ['moves a value', { a: { b: 1 } }, one('move', '/c', { from: '/a/b' }), { a: {}, c: 1 }],
    ['moves within a list', [1, 2, 3], one('move', '/0', { from: '/2' }), [3, 1, 2]],
    ['copies a value', { a: { b: 1 } }, one('copy', '/c', { from: '/a' }), { a: { b: 1 }, c: { b: 1 } }],
    ['tests a value', { a: [1, { b: 2 }] }, one('test', '/a', { value: [1, { b: 2 }] }), { a: [1, { b: 2 }] }],
    ['takes a missing key for null', {}, one('test', '/a', { value: null }), {}],
    ['unescapes steps, once', { 'a/b': 1, '~1': 2 }, one('remove', '/~01'), { 'a/b': 1 }],
    ['unescapes slashes', { 'a/b': 1 }, one('remove', '/a~1b'), {}],
    ['ignores what is before the first slash', { d: {} }, one('add', 'd/k', { value: 1 }), { d: {}, k: 1 }],
    ['takes the empty step as a key', {}, one('add', '/', { value: 1 }), { '': 1 }],
    ['takes null for no operations', { a: 1 }, null, { a: 1 }],
  ])('%s', (_does, document, operations, result) => {
    expect(patch(document, operations)).toEqual(result);
  });

  it.each([
    [
      'a key to remove that is not there',
      { a: 1 },
      one('remove', '/b'),
      "error in remove for path: '/b': Unable to remove nonexistent key: b: missing value",
    ],
    [
      'a parent that is not there',
      {},
      one('add', '/a/b', { value: 1 }),
      'add operation does not apply: doc is missing path: "/a/b": missing value',
    ],
    [
      'a parent that is no container',
      { a: 'x' },
      one('add', '/a/b', { value: 1 }),
      'add operation does not apply: doc is missing path: "/a/b": missing value',
    ],
    [
      'the whole document',
      {},
      one('add', '', { value: {} }),
      'add operation does not apply: doc is missing path: "": missing value',
    ],
    ['a place beyond the list', [1], one('add', '/2', { value: 1 }), 'no place 2 in a list of 1'],
    ['an item beyond the list', [1], one('remove', '/1'), 'no item 1 in a list of 1'],
    ['a step that is no number', [1], one('replace', '/x', { value: 1 }), 'no item x in a list of 1'],
    ['a test of another value', { a: 1 }, one('test', '/a', { value: 2 }), 'testing value /a failed: test failed'],
    ['a test of another type', { a: 1 }, one('test', '/a', { value: '1' }), 'testing value /a failed: test failed'],
    ['an unknown operation', {}, one('nonsense', '/a'), 'Unexpected kind: nonsense'],
    ['an operation of the prototype', {}, one('constructor', '/a'), 'Unexpected kind: constructor'],
    ['no operation', {}, [{ path: '/a' }], 'an operation without op'],
    ['no path', {}, [{ op: 'add', value: 1 }], 'add without path'],
    ['a move from nowhere', {}, one('move', '/a'), 'move without from'],
    ['a null for an operation', {}, [null], 'an operation without op'],
  ])('refuses %s', (_what, document, operations, detail) => {
    expect(patch(document, operations)).toBe(`unprocessable: ${detail}`);
  });

  it('says no more than that it does not fit', () => {
    expect(applyJsonPatch({}, one('remove', '/a'))).toMatchObject({
      message: 'the server rejected our request due to an error in our request',
    });
  });

  it.each([
    [{ op: 'add' }, 'json: cannot unmarshal object into Go value of type jsonpatch.Patch'],
    ['x', 'json: cannot unmarshal string into Go value of type jsonpatch.Patch'],
    [['x'], 'json: cannot unmarshal string into Go value of type jsonpatch.Operation'],
    [[1], 'json: cannot unmarshal number into Go value of type jsonpatch.Operation'],
  ])('cannot read %j', (operations, message) => {
    expect(patch({}, operations)).toBe(`badRequest: ${message}`);
  });

  it('takes ten thousand operations and not one more', () => {
    const test = { op: 'test', path: '/k', value: 1 };
    expect(patch({ k: 1 }, Array(10_000).fill(test))).toEqual({ k: 1 });
    expect(patch({ k: 1 }, Array(10_001).fill(test))).toBe(
      'tooLarge: Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001',
    );
  });

  it('limits what copies add up to', () => {
    const half = 'x'.repeat(copyLimitBytes / 2 - 10);
    const copy = (to: string) => ({ op: 'copy', from: '/a', path: to });
    expect(applyJsonPatch({ a: half }, [copy('/b'), copy('/c')]).ok).toBe(true);
    expect(applyJsonPatch({ a: half }, [copy('/b'), copy('/c'), copy('/d')]).ok).toBe(false);
  });

  it('copies a list of more items than a call takes arguments', () => {
    const items = Array.from({ length: 200_000 }, () => ({}));
    const operations = [
      ...one('add', '/a/-', { value: {} }),
      ...one('copy', '/b', { from: '/a' }),
      ...one('add', '/b/-', { value: 1 }),
    ];
    const outcome = applyJsonPatch({ a: items }, operations);
    const { a = [], b = [] } = outcome.ok ? (outcome.value as Record<string, unknown[]>) : {};
    expect([a.length, b.length]).toEqual([200_001, 200_002]);
  });

  it('refuses what becomes deeper, level by level, than anything may be', () => {
    const wrap = Array.from({ length: 600 }, () => [
      { op: 'add', path: '/t', value: {} },
      { op: 'move', from: '/a', path: '/t/a' },
      { op: 'move', from: '/t', path: '/a' },
    ]).flat();
    expect(patch({ a: {} }, wrap.slice(0, 3 * 490))).toMatchObject({ a: { a: {} } });
    expect(patch({ a: {} }, wrap)).toBe('unprocessable: exceeded max depth');
  });

  it('does not double a document again and again', () => {
    const grow = Array(40).fill({ op: 'copy', from: '/l', path: '/l/-' });
    expect(applyJsonPatch({ l: ['y'.repeat(1000)] }, grow).ok).toBe(false);
  });

  it('keeps a copy apart from what it was copied of', () => {
    const operations = [
      ...one('add', '/a/x', { value: 1 }),
      ...one('copy', '/b', { from: '/a' }),
      ...one('add', '/a/x', { value: 2 }),
    ];
    expect(patch({ a: {} }, operations)).toEqual({ a: { x: 2 }, b: { x: 1 } });
  });

  it('takes names that mean something to JavaScript as data', () => {
    const result = patch({}, one('add', '/__proto__', { value: { polluted: true } })) as object;
    expect(Object.keys(result)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    expect(patch({}, one('add', '/constructor/name', { value: 1 }))).toBe(
      'unprocessable: add operation does not apply: doc is missing path: "/constructor/name": missing value',
    );
  });
});

describe('the laws of JSON patch', () => {
  const keys = fc.constantFrom('a', 'b', 'c', '0', '1', '-');
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.integer({ min: 0, max: 3 }),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3 }),
    ),
  }));
  const path = fc.array(keys, { minLength: 1, maxLength: 3 }).map((steps) => `/${steps.join('/')}`);
  const operation = fc.record({
    op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test'),
    path,
    from: path,
    value,
  });
  const document = fc.dictionary(fc.constantFrom('a', 'b', 'c'), value);

  it('does what a plain model does that copies everything', () => {
    fc.assert(
      fc.property(document, fc.array(operation, { maxLength: 6 }), (before, operations) => {
        const expected = model(before, operations);
        const outcome = applyJsonPatch(freeze(before), freeze(operations));
        expect(outcome.ok ? outcome.value : undefined).toEqual(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  interface Op {
    op: string;
    path: string;
    from: string;
    value: unknown;
  }

  /** Undefined when an operation does not fit. */
  function model(document: unknown, operations: readonly Op[]): unknown {
    const root = structuredClone(document);
    try {
      for (const each of structuredClone(operations)) step(root, each);
      return root;
    } catch {
      return undefined;
    }
  }

  function step(root: unknown, { op, path, from, value }: Op): void {
    if (op === 'add') return put(root, path, value, true);
    if (op === 'replace') return put(root, path, value, false);
    if (op === 'remove') {
      take(root, path);
      return;
    }
    const source = op === 'test' ? path : from;
    const found = structuredClone(read(root, source));
    if (op === 'test' && JSON.stringify(sorted(found)) !== JSON.stringify(sorted(value))) throw new Error('test');
    if (op === 'move') take(root, from);
    if (op !== 'test') put(root, path, found, true);
  }

  function sorted(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([k, v]) => [k, sorted(v)]),
    );
  }

  type Bag = Record<string, unknown> | unknown[];

  function parent(root: unknown, path: string): [Bag, string] {
    const steps = path.slice(1).split('/');
    const last = steps.pop() ?? '';
    let at = root;
    for (const key of steps) at = get(at as Bag, key);
    if (typeof at !== 'object' || at === null) throw new Error('nowhere');
    return [at as Bag, last];
  }

  function get(bag: Bag, key: string): unknown {
    if (Array.isArray(bag)) return bag[place(bag, key, bag.length)];
    return Object.hasOwn(bag, key) ? bag[key] : undefined;
  }

  function place(list: unknown[], key: string, length: number): number {
    if (!/^\d$/.test(key) || Number(key) >= length) throw new Error(`no place in ${list.length}`);
    return Number(key);
  }

  function read(root: unknown, path: string): unknown {
    const [bag, key] = parent(root, path);
    return get(bag, key) ?? null;
  }

  function put(root: unknown, path: string, value: unknown, inserts: boolean): void {
    const [bag, key] = parent(root, path);
    if (!Array.isArray(bag)) bag[key] = value;
    else if (inserts) bag.splice(key === '-' ? bag.length : place(bag, key, bag.length + 1), 0, value);
    else bag[place(bag, key, bag.length)] = value;
  }

  function take(root: unknown, path: string): void {
    const [bag, key] = parent(root, path);
    if (Array.isArray(bag)) bag.splice(place(bag, key, bag.length), 1);
    else if (!Object.hasOwn(bag, key)) throw new Error('no key');
    else Reflect.deleteProperty(bag, key);
  }
});
