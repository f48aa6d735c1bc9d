import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { AnswerParser } from './answer-parser.ts';

/** The events of a parser that reads these pieces, up to its end. */
function parse(pieces: readonly Buffer[], method = 'POST'): string {
  const told: string[] = [];
  let body = '';
  const parser = new AnswerParser(method, false, {
    onHead: ({ status, rawHeaders, stays }) => told.push(`head ${status} ${rawHeaders.join('|')} ${stays}`),
    onBytes: (bytes) => (body += bytes.toString('latin1')),
    onDone: (rest) => told.push(`done ${body} rest ${rest.length > 0}`),
    onSwitched: () => told.push('switched'),
    // Words quote as much as has come.
    onGarbage: () => told.push('garbage'),
  });
  for (const piece of pieces) parser.push(piece);
  if (parser.end()) told.push('until the end');
  return told.join('\n');
}

function cut(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [...new Set(cuts.map((each) => each % (bytes.length + 1)))].sort((one, other) => one - other);
  return [0, ...places].map((from, index) => bytes.subarray(from, places[index] ?? bytes.length));
}

const line = fc.constantFrom(
  'Content-Length: 5',
  'Content-Length: 0',
  'content-length: 5 ',
  'Content-Length: +5',
  'Content-Length: 5, 5',
  'Content-Length: 99999999999999999999',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked, gzip',
  'Connection: close',
  'Connection: Keep-Alive',
  'Keep-Alive: timeout=5',
  'X : y',
  'X: a\rb',
  ': empty',
  ' folded',
  'X: \xe4\0',
);
const answer = fc
  .tuple(
    fc.constantFrom(
      'HTTP/1.1 200 OK',
      'HTTP/1.0 200 OK',
      'HTTP/1.1 204',
      'HTTP/1.1 100 Continue',
      'HTTP/2 200',
      'ICY 200',
    ),
    fc.array(line, { maxLength: 4 }),
    fc.constantFrom(
      'hello',
      '5\r\nhello\r\n0\r\n\r\n',
      '5\nhello',
      'fffffffffffffffff\r\n',
      '2;x\r\nab\r\n0\r\nt: 1\r\n\r\n',
      '',
    ),
  )
  .map(([status, lines, body]) => Buffer.from(`${[status, ...lines].join('\r\n')}\r\n\r\n${body}`, 'latin1'));

describe('the answers of a hostile server', () => {
  it('lose the length that stands beside chunks, and their connection', () => {
    const head =
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nX: y\r\nTransfer-Encoding: chunked\r\ncontent-length: 1\r\n\r\n';
    const told = parse([Buffer.from(`${head}5\r\nhello\r\n0\r\n\r\n`)]);
    expect(told).toBe('head 200 X|y|Transfer-Encoding|chunked false\ndone hello rest false');
  });

  it.each(['\n', '\r', '\0'])('have no %j within a header', (letter) => {
    expect(parse([Buffer.from(`HTTP/1.1 200 OK\r\nX: a${letter}Set-Cookie: b\r\n\r\n`)])).toBe('garbage');
  });

  it('are read alike, however they are cut', () => {
    fc.assert(
      fc.property(answer, answer, fc.array(fc.nat(400), { maxLength: 12 }), (first, second, cuts) => {
        const bytes = Buffer.concat([first, second]);
        const whole = parse([bytes]).replaceAll(/rest (?:true|false)/g, '');
        expect(parse(cut(bytes, cuts)).replaceAll(/rest (?:true|false)/g, '')).toBe(whole);
      }),
      { numRuns: 3_000 },
    );
  });

  it('never end twice, nor after garbage', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            answer,
            fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
          ),
        ),
        (all) => {
          const ends = parse(all).match(/^(?:done|garbage|switched)/gm) ?? [];
          expect(ends.length).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('have heads, lines of chunks and trailers of bounded length', () => {
    const endless = (start: string, piece: string): string => {
      const pieces = [
        Buffer.from(start, 'latin1'),
        ...Array.from({ length: 200 }, () => Buffer.from(piece.repeat(1_000))),
      ];
      return parse(pieces).split('\n').at(-1) ?? '';
    };
    expect(endless('HTTP/1.1 200 OK\r\nx: ', 'y')).toBe('garbage');
    expect(endless('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;', 'y')).toBe('garbage');
    expect(endless('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n', 'y: z\r\n')).toBe('garbage');
  });
});
