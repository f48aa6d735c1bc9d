import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { isSpliced, spliceResourceVersion } from './splice-resource-version.ts';

function splice(text: string, revision = 7): string {
  return spliceResourceVersion(Buffer.from(text), revision).toString();
}

describe('splicing the resourceVersion', () => {
  it('puts it behind the fields that come before it, in the order of ObjectMeta', () => {
    expect(
      splice('{"kind":"A","apiVersion":"v1","metadata":{"name":"n","namespace":"s","uid":"u","generation":2},"x":1}'),
    ).toBe(
      '{"kind":"A","apiVersion":"v1","metadata":{"name":"n","namespace":"s","uid":"u","resourceVersion":"7","generation":2},"x":1}',
    );
  });

  it.each([
    ['metadata that is empty', '{"metadata":{}}', '{"metadata":{"resourceVersion":"7"}}'],
    [
      'metadata that has none of the fields before it',
      '{"metadata":{"labels":{}}}',
      '{"metadata":{"resourceVersion":"7","labels":{}}}',
    ],
    ['metadata that has nothing else', '{"metadata":{"name":"n"}}', '{"metadata":{"name":"n","resourceVersion":"7"}}'],
    [
      'one that is there already',
      '{"metadata":{"name":"n","resourceVersion":"12345"},"a":[1]}',
      '{"metadata":{"name":"n","resourceVersion":"7"},"a":[1]}',
    ],
    [
      'members of another order',
      '{"spec":{"metadata":{"a":1}},"metadata":{"uid":"u"}}',
      '{"spec":{"metadata":{"a":1}},"metadata":{"uid":"u","resourceVersion":"7"}}',
    ],
    [
      'a resourceVersion behind fields that should follow it',
      '{"metadata":{"creationTimestamp":null,"name":"n","resourceVersion":"12","uid":"u"}}',
      '{"metadata":{"creationTimestamp":null,"name":"n","resourceVersion":"7","uid":"u"}}',
    ],
    [
      'the same where the name comes first',
      '{"metadata":{"name":"n","ownerReferences":[],"resourceVersion":"12","uid":"u"}}',
      '{"metadata":{"name":"n","ownerReferences":[],"resourceVersion":"7","uid":"u"}}',
    ],
    [
      'text that only looks like metadata',
      '{"kind":"\\"metadata\\":{","metadata":{}}',
      '{"kind":"\\"metadata\\":{","metadata":{"resourceVersion":"7"}}',
    ],
    [
      'white space',
      '{ "metadata" : { "name" : "n" , "x" : 1 } }',
      '{ "metadata" : { "name" : "n" , "resourceVersion":"7","x" : 1 } }',
    ],
  ])('takes %s', (_name, before, after) => expect(splice(before)).toBe(after));

  it.each(['', '{}', '[]', 'null', '{"metadata":null}', '{"metadata":[]}', '{"kind":"A"', 'k8s\u0000\n\u0001'])(
    'gives back a copy of what is no object with metadata: %j',
    (text) => expect(splice(text)).toBe(text),
  );

  it('copies always, so that the bytes handed in may be a view of something large', () => {
    const value = Buffer.from('{"metadata":{}}');
    const finished = spliceResourceVersion(value, 1);
    value.fill(0);
    expect(finished.toString()).toBe('{"metadata":{"resourceVersion":"1"}}');
    expect(finished.buffer.byteLength).toBe(finished.length);
  });

  it('changes nothing but the resourceVersion, and finishing twice is finishing once', () => {
    const metadata = fc.record(
      {
        name: fc.string(),
        generateName: fc.string(),
        namespace: fc.string(),
        uid: fc.string(),
        labels: fc.dictionary(fc.string(), fc.string()),
      },
      { requiredKeys: [] },
    );
    const rest = fc.dictionary(
      fc.string().filter((key) => key !== 'metadata' && key !== '__proto__'),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(fc.string(), metadata, rest, fc.nat(), (kind, meta, more, revision) => {
        const object = { kind, apiVersion: 'v1', metadata: meta, ...more };
        const finished = splice(JSON.stringify(object), revision);
        expect(JSON.parse(finished)).toEqual(
          JSON.parse(JSON.stringify({ ...object, metadata: { ...meta, resourceVersion: String(revision) } })),
        );
        expect(splice(finished, revision)).toBe(finished);
        expect(splice(splice(JSON.stringify(object), 123456), revision)).toBe(finished);
      }),
    );
  });
});

describe('telling what is spliced', () => {
  const metadata = fc.dictionary(
    fc.constantFrom('name', 'generateName', 'namespace', 'uid', 'resourceVersion', 'generation', 'labels'),
    fc.string({ maxLength: 3 }),
  );
  const object = fc.record({ kind: fc.string({ maxLength: 3 }), metadata, x: fc.integer() }, { requiredKeys: [] });

  it('agrees with splicing', () => {
    fc.assert(
      fc.property(
        object,
        object,
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 200 }),
        (a, b, one, other) => {
          const [stored, differing] = [Buffer.from(JSON.stringify(a)), Buffer.from(JSON.stringify(b))];
          for (const spliced of [spliceResourceVersion(stored, other), spliceResourceVersion(differing, one)]) {
            expect(isSpliced(stored, one, spliced)).toBe(spliceResourceVersion(stored, one).equals(spliced));
          }
          expect(isSpliced(stored, one, spliceResourceVersion(stored, one))).toBe(true);
        },
      ),
    );
  });
});
