import { expect, it } from '@jest/globals';

import { createRequestReader } from './request-block.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

/** A field that is put into the table: its name by itself, its value of less than 127 bytes or with a longer length. */
function kept(name: string, value: string): Buffer {
  const over = value.length - 127;
  const length = over < 0 ? Buffer.of(value.length) : Buffer.of(127, (over & 127) | 128, over >> 7);
  return Buffer.concat([Buffer.of(0x40, name.length), Buffer.from(name), length, Buffer.from(value)]);
}

const get = hex('82 87 84');
/** The two newest entries of the table. */
const again = Buffer.concat([get, hex('bf be')]);

it('reads the same bytes anew after a block too long to be remembered has changed the table', () => {
  const read = createRequestReader();
  read(Buffer.concat([get, kept('authorization', 'good'), kept('x', '1')]));
  expect([read(again).fields, read(again).fields]).toEqual(Array(2).fill(['authorization', 'good', 'x', '1']));
  read(Buffer.concat([get, kept('authorization', 'bad'), kept('x', 'y'.repeat(1_100))]));
  expect(read(again).fields).toEqual(['authorization', 'bad', 'x', 'y'.repeat(1_100)]);
});

it('refuses the same bytes once a long field has emptied the table', () => {
  const read = createRequestReader();
  read(Buffer.concat([get, kept('a', 'b'), kept('x', '1')]));
  read(again);
  read(Buffer.concat([get, kept('x', 'y'.repeat(4_200))]));
  expect(() => read(again)).toThrow('refer to nothing');
});
