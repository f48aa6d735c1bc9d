import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { applyDefaults } from '../../defaults/apply-defaults.ts';
import { encodeJson } from '../../json/encode.ts';
import { kind, message } from '../../language/declare.ts';
import type { Message } from '../../language/descriptor.ts';
import { field, optional } from '../../language/field.ts';
import * as shapes from '../../language/shape.ts';
import { arbitraryObject } from '../../testing/arbitrary-object.ts';
import { Everything } from '../conformance/sample-messages.ts';
import { decodeProtobuf } from '../decode.ts';
import { encodeProtobuf } from '../encode.ts';
import { transcodeProtobuf } from './transcode.ts';

const typeMeta = { kind: 'Sample', apiVersion: 'test/v1' };

const Part = message('test.TranscodedPart', { name: field(1, shapes.string), set: optional(2, shapes.fieldsV1) });

const Sample = kind('test.TranscodedSample', {
  total: field(6, shapes.int64),
  items: field(5, shapes.list(Part)),
  labels: field(4, shapes.map(shapes.string)),
  count: field(3, shapes.int32),
  text: field(2, shapes.string),
  part: field(1, Part),
});

/** What the transcoder stands in for. */
function decodedText(of: Message, bytes: Uint8Array): string | undefined {
  const decoded = decodeProtobuf(of, bytes, { typeMeta });
  if (!decoded.ok) return undefined;
  applyDefaults(of, decoded.object);
  return encodeJson(of, decoded.object);
}

const transcoded = (of: Message, bytes: Uint8Array): string | undefined =>
  transcodeProtobuf(of, typeMeta, bytes)?.toString();

const head = '{"kind":"Sample","apiVersion":"test/v1"';

describe('protobuf that is transcoded to JSON', () => {
  it('gives the text that decoding and encoding give, for every shape in every presence', () => {
    fc.assert(
      fc.property(arbitraryObject(Everything, 3), (object) => {
        const bytes = encodeProtobuf(Everything, object);
        expect(transcoded(Everything, bytes)).toBe(decodedText(Everything, bytes));
      }),
      { numRuns: 60 },
    );
  });

  it('is left to the decoder, or gives its text, where bytes are damaged', () => {
    const valid = fc.sample(arbitraryObject(Everything, 2), { numRuns: 20, seed: 1 });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const damage = fc.record({
      which: fc.nat(valid.length - 1),
      flips: fc.array(fc.tuple(share, fc.nat(255)), { maxLength: 3 }),
      keep: fc.oneof(fc.constant(1), share),
    });
    fc.assert(
      fc.property(damage, ({ which, flips, keep }) => {
        const whole = encodeProtobuf(Everything, valid[which] ?? {});
        for (const [where, byte] of flips) whole[Math.floor(where * (whole.length - 1))] = byte;
        const bytes = whole.subarray(0, Math.floor(keep * whole.length));
        const text = transcoded(Everything, bytes);
        if (text !== undefined) expect(text).toBe(decodedText(Everything, bytes));
      }),
      { numRuns: 600 },
    );
  });

  it('has its strings escaped as JSON.stringify does, whatever their length', () => {
    const texts = ['"\\\b\f\n\r\t/', '\u0001\u001f\u007f', 'ä€😀\u2028', `${'long '.repeat(40)}"${'x'.repeat(100)}`];
    for (const text of texts) {
      const object = { text, labels: { [text]: text } };
      const bytes = encodeProtobuf(Sample, object);
      expect(transcoded(Sample, bytes)).toBe(decodedText(Sample, bytes));
      expect(JSON.parse(transcoded(Sample, bytes) ?? '')).toMatchObject(object);
    }
  });

  it.each([
    ['nothing', ''],
    ['an empty message', '0a00'],
    ['empty items', '2a002a00'],
    ['a key without text', '22040a001200'],
  ])('is %s where it is so', (_, hex) => {
    const bytes = Buffer.from(hex, 'hex');
    expect(transcoded(Sample, bytes)).toBe(decodedText(Sample, bytes));
  });

  it.each([4294967296, -4294967296, 128, -1])('keeps an int64 of %d, whichever of its halves is zero', (total) => {
    expect(transcoded(Sample, encodeProtobuf(Sample, { total }))).toBe(`${head},"total":${String(total)},"part":{}}`);
  });

  it.each([
    ['zero in two bytes', '308000'],
    ['an int32 whose lower half is zero', '188080808010'],
    ['an unknown field', '7801'],
    ['an unknown field within', '0a027801'],
    ['a field that comes twice', '18011802'],
    ['a message in two parts', '0a030a01610a00'],
    ['items apart from each other', '2a0018012a00'],
    ['entries whose keys descend', '22060a016212017822060a0161120178'],
    ['an entry whose value comes first', '22061201780a0161'],
    ['an entry without a value', '22030a0161'],
    ['text that is not UTF-8', '1202c328'],
    ['bytes that are cut off', '12056161'],
  ])('is left to the decoder where it has %s', (_, hex) => {
    expect(transcoded(Sample, Buffer.from(hex, 'hex'))).toBeUndefined();
  });
});

describe('sets of fields', () => {
  const withSet = (set: string): Buffer => {
    const inner = Buffer.concat([Buffer.from([0x0a, set.length]), Buffer.from(set)]);
    const part = Buffer.concat([Buffer.from([0x12, inner.length]), inner]);
    return Buffer.concat([Buffer.from([0x0a, part.length]), part]);
  };

  it.each([
    '{}',
    '{"f:a":{}}',
    '{"f:a":{".":{},"f:b":{}},"f:c":{"k:{\\"name\\":\\"x\\"}":{}}}',
    ' {"f:b":{},"f:a":{}}',
    '{"f:a":{},"f:a":{"f:b":{}}}',
    '{"f:\\u0061":{},"f:b":{}}',
    '{"f:b":{},"9":{},"10":{}}',
    '{"__proto__":{}}',
    '{"f:a":1}',
    '{"f:a":{}',
    '{"f:a":{}}}',
  ])('are printed as the encoder prints them: %s', (set) => {
    expect(transcoded(Sample, withSet(set))).toBe(decodedText(Sample, withSet(set)));
  });
});

describe('defaults of stored objects', () => {
  const Declared = kind('test.TranscodedDefault', { mode: field(1, shapes.string, { default: 'Auto' }) });
  const Ruled = kind(
    'test.TranscodedRule',
    {
      meta: field(1, Part),
      spec: field(2, message('test.TranscodedSpec', { size: field(1, shapes.int64), side: field(2, shapes.int64) })),
      note: field(3, shapes.string),
    },
    {
      applyDefaults: ({ spec }) => {
        spec.side ??= spec.size ?? 0;
      },
    },
  );

  it('leave an object to the decoder where one would take effect', () => {
    expect(transcoded(Declared, new Uint8Array())).toBeUndefined();
    expect(transcoded(Ruled, encodeProtobuf(Ruled, { spec: { size: 2 } }))).toBeUndefined();
  });

  it('leave complete objects as they are', () => {
    expect(transcoded(Declared, encodeProtobuf(Declared, { mode: 'Off' }))).toBe(`${head},"mode":"Off"}`);
    const bytes = encodeProtobuf(Ruled, { meta: { name: 'a' }, spec: { size: 2, side: 3 }, note: 'b' });
    expect(transcoded(Ruled, bytes)).toBe(`${head},"meta":{"name":"a"},"spec":{"size":2,"side":3},"note":"b"}`);
  });

  it('leave numbers that no double holds to the decoder where rules may look at them', () => {
    const bytes = encodeProtobuf(Ruled, { spec: { size: 9007199254740993n, side: 1 } });
    expect(transcoded(Ruled, bytes)).toBeUndefined();
  });
});
