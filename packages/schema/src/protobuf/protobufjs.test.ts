import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import type { Message } from '../language/descriptor.ts';
import { arbitraryObject } from '../testing/arbitrary-object.ts';
import { onTheWire } from './conformance/on-the-wire.ts';
import { Everything, Tree } from './conformance/sample-messages.ts';
import { decodeProtobuf } from './decode.ts';
import { encodeProtobuf } from './encode.ts';
import { reflectMessages } from './proto-files/reflect-messages.ts';

const samples: readonly [string, Message, number][] = [
  ['a message of every shape', Everything, 2],
  ['a message that contains itself', Tree, 3],
];

describe.each(samples)('%s', (_, message, depth) => {
  const type = reflectMessages([message]).lookupType(message.name);
  const objects = arbitraryObject(message, depth);

  it('is read by protobufjs as it was written', () => {
    fc.assert(
      fc.property(objects, (object) => {
        const seen = type.toObject(type.decode(encodeProtobuf(message, object)), { longs: String, bytes: String });
        expect(seen).toEqual(onTheWire(message, object));
      }),
    );
  });

  it('is read here as protobufjs wrote it', () => {
    fc.assert(
      fc.property(objects, (object) => {
        const bytes = type.encode(type.fromObject(onTheWire(message, object))).finish();
        expect(decodeProtobuf(message, bytes)).toEqual({ ok: true, object });
      }),
    );
  });

  it('comes back the same, with its keys in declared order, and with the same bytes', () => {
    fc.assert(
      fc.property(objects, (object) => {
        const bytes = encodeProtobuf(message, object);
        const decoded = decodeProtobuf(message, bytes);
        if (!decoded.ok) throw new Error(decoded.message);
        expect(decoded.object).toStrictEqual(object);
        expect(Object.keys(decoded.object)).toEqual(Object.keys(object));
        expect(Buffer.compare(encodeProtobuf(message, decoded.object), bytes)).toBe(0);
      }),
    );
  });
});
