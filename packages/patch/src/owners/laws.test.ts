import { describe, expect, it } from '@jest/globals';
import { applyDefaults, decodeJson } from '@keelson/schema';
import fc from 'fast-check';

import { intersection, isSubset, union } from '../field-sets/algebra.ts';
import { noFields } from '../field-sets/field-set.ts';
import type { FieldSet } from '../field-sets/field-set.ts';
import { pathsOf } from '../field-sets/paths-of.ts';
import type { JsonObject } from '../json-object.ts';
import { freeze } from '../testing/run-scenarios.ts';
import { managedType, Widget } from '../testing/sample-kinds.ts';
import { compare, confirmBy, isSame } from '../topology/compare.ts';
import { merge } from '../topology/merge.ts';
import { toFieldSet } from '../topology/to-field-set.ts';
import { withHolders } from '../topology/with-holders.ts';
import { readOwners } from './decode-managed-fields.ts';
import { fieldManager } from './field-manager.ts';
import { keepTimes } from './keep-times.ts';
import { managedFieldsOf, metadataOf, withManagedFields } from './managed-fields-entry.ts';
import { stripFields } from './strip-fields.ts';

const type = managedType('Widget', Widget);
const fields = fieldManager(type);

const text = fc.constantFrom('p', 'q', 'r');
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const pair = fc.record({ x: text, y: text }, { requiredKeys: [] });
const labels = fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), text, { noNullPrototype: true });
const entries = fc.uniqueArray(
  fc.record(
    {
      k: text,
      v: text,
      inner: fc.uniqueArray(fc.record({ id: fc.nat(2), note: text }, { requiredKeys: ['id'] }), {
        selector: ({ id }) => id,
      }),
    },
    { requiredKeys: ['k'] },
  ),
  { selector: ({ k }) => k },
);

const spec = fc
  .record({
    atomic: optional(fc.array(text, { maxLength: 2 })),
    set: optional(fc.uniqueArray(text)),
    map: optional(entries),
    whole: optional(pair),
    parts: optional(pair),
    labels: optional(labels),
    wholeLabels: optional(labels),
    free: optional(fc.dictionary(text, fc.oneof(text, fc.array(text, { maxLength: 2 }), pair))),
    color: optional(text),
  })
  .map((made) => Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined)));

const config = fc.record({ labels: optional(labels), spec }).map(({ labels: own, spec: made }): JsonObject => ({
  apiVersion: 'test/v1',
  kind: 'Widget',
  metadata: { name: 'a', ...(own !== undefined && { labels: own }) },
  spec: made,
}));

const write = fc.record({
  config,
  manager: fc.constantFrom('one', 'two', 'three'),
  does: fc.constantFrom<'apply' | 'force' | 'update'>('apply', 'force', 'update'),
});

type Write = typeof write extends fc.Arbitrary<infer T> ? T : never;

function complete(object: JsonObject): JsonObject {
  const decoded = decodeJson(Widget, object);
  if (!decoded.ok) throw new Error(decoded.message);
  applyDefaults(Widget, decoded.object);
  return { ...decoded.object };
}

/** As `complete`, without defaults. */
function settled(object: JsonObject): JsonObject {
  const decoded = decodeJson(Widget, object);
  return decoded.ok ? { ...decoded.object } : object;
}

const time = '2026-01-01T00:00:00Z';

function apply(
  live: JsonObject | undefined,
  { config: applied, manager, does }: Write,
  at = time,
): JsonObject | undefined {
  freeze(live);
  const request = { live, config: freeze(applied), manager, force: does === 'force', time: at };
  const outcome = fields.apply(request);
  if (!outcome.ok) return undefined;
  return outcome.value.isChanged ? complete(outcome.value.object) : outcome.value.object;
}

function run(live: JsonObject | undefined, each: Write): JsonObject | undefined {
  if (each.does !== 'update') return apply(live, each) ?? live;
  const next = complete(each.config);
  return fields.recordUpdate({ live: freeze(live), next: freeze(next), sent: each.config, manager: each.manager, time })
    .object;
}

const history = fc.array(write, { maxLength: 5 }).map((writes) => {
  let live: JsonObject | undefined;
  for (const each of writes) live = run(live, each);
  return live;
});

function ownersOf(object: JsonObject): Map<string, FieldSet> {
  const owners = readOwners(managedFieldsOf(object));
  return new Map([...owners.values()].map(({ manager, operation, fields: set }) => [`${manager} ${operation}`, set]));
}

const values = (object: JsonObject) => withManagedFields(object, []);
const setOf = (object: JsonObject) => stripFields(toFieldSet(type.structure, object));

function law(holds: (live: JsonObject | undefined, each: Write) => void): void {
  fc.assert(fc.property(history, write, holds), { numRuns: 80 });
}

describe('the laws of ownership', () => {
  it('changes nothing when the same is applied twice, and keeps the very object', () => {
    law((live, each) => {
      const once = apply(live, { ...each, does: 'force' });
      if (once === undefined) throw new Error('forced');
      const twice = apply(once, { ...each, does: 'apply' }, '2027-01-01T00:00:00Z');
      expect(twice && keepTimes(once, twice)).toBe(once);
    });
  });

  it('gives who applies by force all it named, and alone where it changed the value', () => {
    law((live, each) => {
      const before = live ?? complete({});
      const after = apply(live, { ...each, does: 'force' });
      if (after === undefined) throw new Error('forced');
      const owners = ownersOf(after);
      const own = owners.get(`${each.manager} Apply`) ?? noFields;
      expect(pathsOf(own)).toEqual(pathsOf(setOf(each.config)));
      const merged = merge(type.structure, values(before), each.config);
      const { modified } = compare(type.structure, values(before), merged);
      for (const [name, set] of owners) {
        if (name === `${each.manager} Apply`) continue;
        expect(pathsOf(intersection(intersection(set, own), modified))).toEqual([]);
      }
    });
  });

  it('never changes what others own without force', () => {
    law((live, each) => {
      const after = apply(live, { ...each, does: 'apply' });
      if (live === undefined || after === undefined) return;
      const last = pathsOf(ownersOf(live).get(`${each.manager} Apply`) ?? noFields);
      const { added, modified, removed } = compare(type.structure, values(live), values(after));
      for (const [name, set] of ownersOf(live)) {
        if (name === `${each.manager} Apply`) continue;
        expect(pathsOf(intersection(set, union(modified, added)))).toEqual([]);
        // A removed field was given up, or is inside a given-up item, or contained only given-up fields.
        for (const path of pathsOf(intersection(set, removed))) {
          expect(last.some((other) => isPrefix(other, path) || isPrefix(path, other))).toBe(true);
        }
      }
    });
  });

  function isPrefix(a: readonly string[], b: readonly string[]): boolean {
    return a.length <= b.length && a.every((step, index) => step === b[index]);
  }

  it('conflicts exactly over what others own and the configuration would change', () => {
    law((live, each) => {
      if (live === undefined || readOwners(managedFieldsOf(live)).size === 0) return;
      const outcome = fields.apply({ live, config: each.config, manager: each.manager, time });
      const merged = merge(type.structure, values(live), each.config);
      const raw = compare(type.structure, values(live), merged);
      const { added, modified } = confirmBy(raw, compare(type.structure, values(live), settled(merged)));
      let owned = noFields;
      for (const [name, set] of ownersOf(live)) if (name !== `${each.manager} Apply`) owned = union(owned, set);
      expect(outcome.ok).toBe(intersection(owned, union(added, modified)).size === 0);
    });
  });

  it('lets no updater keep what another has changed', () => {
    law((live, each) => {
      const after = run(live, { ...each, does: 'update' });
      if (live === undefined || after === undefined || readOwners(managedFieldsOf(live)).size === 0) return;
      const { added, modified, removed } = compare(type.structure, values(live), values(after));
      const taken = union(modified, added);
      for (const [name, set] of ownersOf(after)) {
        if (name !== `${each.manager} Update`) expect(pathsOf(intersection(set, union(taken, removed)))).toEqual([]);
        else expect(isSubset(stripFields(taken), set)).toBe(true);
      }
    });
  });

  it('keeps owners by version and name only in what they own', () => {
    law((live) => {
      for (const [, set] of ownersOf(live ?? {})) expect(set.size).toBeGreaterThan(0);
      expect(Object.keys(metadataOf(live ?? {}))).not.toContain('undefined');
    });
  });
});

describe('the laws of merging', () => {
  it('makes of an object and itself the object', () => {
    fc.assert(
      fc.property(config, (object) => {
        expect(merge(type.structure, object, object)).toEqual(object);
        expect(isSame(compare(type.structure, object, object))).toBe(true);
      }),
    );
  });

  it('has all that the configuration sets, with the values it sets', () => {
    fc.assert(
      fc.property(config, config, (live, applied) => {
        const merged = merge(type.structure, live, applied);
        const again = merge(type.structure, merged, applied);
        expect(again).toEqual(merged);
        expect(isSubset(setOf(applied), withHolders(type.structure, toFieldSet(type.structure, merged)))).toBe(true);
      }),
    );
  });

  it('compares in both directions alike', () => {
    fc.assert(
      fc.property(config, config, (a, b) => {
        const [there, back] = [compare(type.structure, a, b), compare(type.structure, b, a)];
        expect(pathsOf(there.added)).toEqual(pathsOf(back.removed));
        expect(pathsOf(there.modified)).toEqual(pathsOf(back.modified));
      }),
    );
  });
});
