import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { arbitraryElement, arbitraryFields } from '../testing/arbitrary-fields.ts';
import { fieldSetOf, isSameSet } from './field-set.ts';
import { decodeFieldsV1, encodeFieldsV1 } from './fields-v1.ts';
import { keyElement, printElement, readElement, sortByElement, valueElement } from './path-element.ts';
import { pathsOf } from './paths-of.ts';

const inOrder = (elements: readonly string[]) =>
  sortByElement(elements.map((element) => [element, 0])).map(([element]) => element);

describe('FieldsV1', () => {
  it('gives back the set that was written', () => {
    fc.assert(
      fc.property(arbitraryFields, (set) => {
        const decoded = decodeFieldsV1(JSON.parse(JSON.stringify(encodeFieldsV1(set))));
        expect(decoded !== undefined && isSameSet(decoded, set)).toBe(true);
      }),
    );
  });

  it('writes equal sets as equal text', () => {
    fc.assert(
      fc.property(arbitraryFields, (set) => {
        const other = fieldSetOf(pathsOf(set).reverse());
        expect(JSON.stringify(encodeFieldsV1(other))).toBe(JSON.stringify(encodeFieldsV1(set)));
      }),
    );
  });

  it('marks what is a member and has members below with a dot', () => {
    const item = keyElement([
      ['protocol', 'TCP'],
      ['containerPort', 80],
    ]);
    const set = fieldSetOf([['f:ports'], ['f:ports', item], ['f:ports', item, 'f:name'], ['f:args']]);
    expect(JSON.stringify(encodeFieldsV1(set))).toBe(
      JSON.stringify({
        'f:args': {},
        'f:ports': { '.': {}, 'k:{"containerPort":80,"protocol":"TCP"}': { '.': {}, 'f:name': {} } },
      }),
    );
  });

  it('puts fields before keys before values before places, and each in order', () => {
    const ordered = [
      'f:a',
      'f:b',
      keyElement([['n', 2]]),
      keyElement([['n', 10]]),
      keyElement([['n', 'a']]),
      'v:2',
      'v:10',
      'v:"a"',
      'v:true',
      'i:2',
      'i:10',
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(ordered, { minLength: ordered.length }), (shuffled) => {
        expect(inOrder(shuffled)).toEqual(ordered);
      }),
    );
  });

  it('orders names by code points', () => {
    expect(inOrder(['f:\u{1f600}', 'f:\uffff', 'f:z'])).toEqual(['f:z', 'f:\uffff', 'f:\u{1f600}']);
  });

  it('compares consistently', () => {
    fc.assert(
      fc.property(arbitraryElement, arbitraryElement, (a, b) => {
        expect(inOrder([a, b])).toEqual(inOrder([b, a]));
        // Next to another kind both are read, next to fields alone they need not be.
        expect(inOrder([a, b, 'i:1'])).toEqual(inOrder(['i:1', b, a]));
      }),
    );
  });

  it('reads a step in whatever spelling as the one it writes', () => {
    expect(readElement('k:{ "b": 1, "a": "x" }')).toBe('k:{"a":"x","b":1}');
    expect(readElement('v:"<"')).toBe(String.raw`v:"\u003c"`);
    expect(readElement('i:+7')).toBe('i:7');
    expect(valueElement('<')).toBe(String.raw`v:"\u003c"`);
  });

  it('passes over steps of kinds it does not know', () => {
    const decoded = decodeFieldsV1({ 'x:y': {}, 'f:a': {} });
    expect(decoded && pathsOf(decoded)).toEqual([['f:a']]);
  });

  it('takes a dot alone for the member itself', () => {
    const decoded = decodeFieldsV1({ 'f:a': { '.': {} } });
    expect(decoded && JSON.stringify(encodeFieldsV1(decoded))).toBe('{"f:a":{}}');
  });

  it.each([
    [null],
    [[]],
    ['x'],
    [{ f: {} }],
    [{ 'k:x': {} }],
    [{ 'v:': {} }],
    [{ 'i:x': {} }],
    [{ 'f:a': 5 }],
    [{ 'f:a': null }],
  ])('cannot read %j', (fields) => {
    expect(decodeFieldsV1(fields)).toBeUndefined();
  });

  it('does not follow what nests without end', () => {
    expect(decodeFieldsV1(nested(5_000))).toBeUndefined();
  });

  function nested(depth: number): object {
    let value = {};
    for (let at = 0; at < depth; at += 1) value = { 'f:a': value };
    return value;
  }

  it.each([
    ['f:spec', '.spec'],
    ['k:{"containerPort":80,"protocol":"TCP"}', '[containerPort=80,protocol="TCP"]'],
    ['v:"x"', '[="x"]'],
    ['v:5', '[=5]'],
    ['i:3', '[3]'],
  ])('prints %s as %s', (element, printed) => {
    expect(printElement(element)).toBe(printed);
  });
});

describe('a set that is very deep', () => {
  it('is written no deeper than an object with it may be', () => {
    const chain = (steps: number) => `${'{"f:a":'.repeat(steps)}{}${'}'.repeat(steps)}`;
    const written = (steps: number) => {
      const set = decodeFieldsV1(JSON.parse(chain(steps)));
      return set && JSON.stringify(encodeFieldsV1(set));
    };
    expect(written(495)).toBe(chain(495));
    expect(written(496)).toBe(chain(495));
    expect(written(500)).toBe(chain(495));
  });
});
