import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { readHeaderBlock } from './header-block.ts';
import { writeHeaderBlock } from './testing/write-header-block.ts';

const read = (hex: string): [number, ...string[]] => {
  const { status, fields } = readHeaderBlock(Buffer.from(hex, 'hex'));
  return [status, ...fields];
};
const faultOf = (...fields: (readonly [string, string])[]) => readHeaderBlock(writeHeaderBlock(fields)).fault;

describe('a block of headers', () => {
  it('comes back as it was written', () => {
    const text = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) });
    const long = fc.integer({ min: 0, max: 400 }).map((length) => 'x'.repeat(length));
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            text.filter((name) => !name.startsWith(':')),
            fc.oneof(text, long),
          ),
        ),
        (headers) => {
          expect(readHeaderBlock(writeHeaderBlock(headers)).fields).toEqual(headers.flat());
        },
      ),
    );
  });

  it('may be of the static table, by itself or by its name', () => {
    expect(read('88')).toEqual([200]);
    expect(read('0803353033')).toEqual([503]);
    expect(read('5f1061' + Buffer.from('pplication/grpc').toString('hex'))).toEqual([
      0,
      'content-type',
      'application/grpc',
    ]);
  });

  it('may be shortened', () => {
    expect(read('008825a849e95ba97d7f8925a849e95bb8e8b4bf')).toEqual([0, 'custom-key', 'custom-value']);
  });

  it('may begin with how much is to be remembered', () => {
    expect(read('2088')).toEqual([200]);
  });

  it.each([
    ['that refers to others', 'be', 'refer to others'],
    ['whose name refers to others', '7e0161', 'refer to others'],
    ['that is cut off in a text', '0003616263056162', 'cut off'],
    ['that is cut off in a number', '00', 'cut off'],
    ['with a number without an end', '00ffffffffffffff', 'without an end'],
  ])('is refused if it is one %s', (_, hex, problem) => {
    expect(() => read(hex)).toThrow(problem);
  });

  it.each<[string, ...(readonly [string, string])[]]>([
    ['a name in upper case', ['X-Trace', '1']],
    ['an empty name', ['', '1']],
    ['a line break in a value, which would begin another header where it is passed on', ['x', '1\r\nset-cookie: a']],
    ['a header of a connection of HTTP/1.1', ['transfer-encoding', 'chunked']],
    ['a pseudo-header of requests', [':path', '/']],
    ['a status behind other headers', ['x', '1'], [':status', '200']],
    ['two states', [':status', '200'], [':status', '200']],
    ['a status that is none', [':status', '2x0']],
    ['a length that is none', ['content-length', '+5']],
    ['two lengths', ['content-length', '5'], ['content-length', '6']],
    ['more fields than anybody needs', ...Array.from({ length: 1_001 }, () => ['x', ''] as const)],
  ])('is malformed with %s', (_, ...fields) => {
    expect(faultOf(...fields)).toEqual(expect.any(String));
  });

  it('that is well-formed has no fault', () => {
    expect(faultOf([':status', '200'], ['content-length', '5'], ['content-length', '5'], ['x', '\tä']) ?? 'none').toBe(
      'none',
    );
  });
});
