import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { findObjectFault } from './find-object-fault.ts';

const names = { namespace: 'default', name: 'x' };
const faultOf = (value: string | Uint8Array) => findObjectFault(Buffer.from(value), names);
const object =
  '{"kind":"A","apiVersion":"v1","metadata":{"name":"x","namespace":"default","uid":"u"},"data":{"a":"b"}}';

describe('a stored value', () => {
  it.each([
    object,
    ` ${object}\n`,
    '{"metadata":{"name":"x"}}',
    '{"data":{"metadata":[]},"metadata":{"labels":{"name":"y"},"namespace":"default","name":"\\u0078"}}',
    '{"metadata":{"name":"x"},"text":"é \\"metadata\\" \\\\"}',
  ])('can be served: %s', (text) => expect(faultOf(text)).toBeUndefined());

  it.each<[string | Uint8Array, string]>([
    ['', 'the stored value is empty'],
    ['garbage', 'the stored value is not JSON: it is broken at byte 0, of 7'],
    ['k8s\0\n\x11', 'the stored value is not JSON: it is broken at byte 0, of 6'],
    [
      'k8s:enc:aescbc:v1:key:',
      'identity transformer tried to read encrypted data: there is no encryption configuration',
    ],
    [Buffer.from([0xff, 0xfe, 0, 1]), 'the stored value is not JSON: it is broken at byte 0, of 4'],
    [object.slice(0, -1), `the stored value is not JSON: it is broken where it ends, of ${String(object.length - 1)}`],
    [
      `${object}}`,
      `the stored value is not JSON: it is broken at byte ${String(object.length)}, of ${String(object.length + 1)}`,
    ],
    [object.replace('"b"', '"b'), 'the stored value is not JSON: it is broken where it ends, of 102'],
    [
      Buffer.concat([Buffer.from('{"metadata":{"name":"x"},"a":"'), Buffer.of(0xff), Buffer.from('"}')]),
      'the stored value is not UTF-8',
    ],
    ['null', 'the stored value is JSON, but no object'],
    ['"text"', 'the stored value is JSON, but no object'],
    [' 7', 'the stored value is JSON, but no object'],
    ['true', 'the stored value is JSON, but no object'],
    [`[${object}]`, 'the stored value is JSON, but no object'],
    ['{}', 'its metadata is missing or no object'],
    ['{"kind":"A"}', 'its metadata is missing or no object'],
    ['{"metadata":null}', 'its metadata is missing or no object'],
    ['{"metadata":["name","x"]}', 'its metadata is missing or no object'],
    ['{"metadata":"name"}', 'its metadata is missing or no object'],
    ['{"data":{"metadata":{"name":"x"}}}', 'its metadata is missing or no object'],
    ['{"metadata":{}}', 'its metadata.name is not the name in its key'],
    ['{"metadata":{"name":"y"}}', 'its metadata.name is not the name in its key'],
    ['{"metadata":{"name":null}}', 'its metadata.name is not the name in its key'],
    ['{"metadata":{"name":["x"]}}', 'its metadata.name is not the name in its key'],
    ['{"metadata":{"labels":{"name":"x"}}}', 'its metadata.name is not the name in its key'],
    ['{"metadata":{"name":"x","namespace":"other"}}', 'its metadata.namespace is not the one in its key'],
    ['{"metadata":{"name":"x","namespace":1}}', 'its metadata.namespace is not the one in its key'],
  ])('cannot be served: %j', (text, fault) => expect(faultOf(text)).toBe(fault));

  it('is one of an object without a namespace, where the key has none', () => {
    const value = Buffer.from('{"metadata":{"name":"x"}}');
    expect(findObjectFault(value, { namespace: '', name: 'x' })).toBeUndefined();
    expect(findObjectFault(value, { namespace: '', name: 'y' })).toBeDefined();
  });

  it('is never taken for an object that JSON.parse would not make of it', () => {
    fc.assert(
      fc.property(fc.nat(object.length), fc.nat(4), fc.uint8Array({ maxLength: 3 }), (start, length, added) => {
        const whole = Buffer.from(object);
        const value = Buffer.concat([whole.subarray(0, start), added, whole.subarray(start + length)]);
        if (findObjectFault(value, names) !== undefined) return;
        const parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(value)) as { metadata: object };
        expect(parsed.metadata).toMatchObject({ name: names.name });
      }),
      { numRuns: 3_000 },
    );
  });
});
