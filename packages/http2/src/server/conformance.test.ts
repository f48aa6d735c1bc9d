/** Refusals that a server owes (RFC 9113, RFC 7541): bytes written by hand, and the first error in return. */
import { once } from 'node:events';
import { connect } from 'node:net';

import { afterAll, beforeAll, expect, it } from '@jest/globals';

import { serveEcho, type EchoServer } from '../testing/serve-echo.ts';

const magic = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

function frame(type: number, flags: number, stream: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

const text = (value: string): Buffer => Buffer.concat([Buffer.of(value.length), Buffer.from(value, 'latin1')]);
const field = (name: string, value: string): Buffer => Buffer.concat([Buffer.of(0), text(name), text(value)]);
/** GET, https, `/` by the static table. */
const get = hex('82 87 84');
const post = hex('83 87 84');
const connects = Buffer.concat([field(':method', 'CONNECT'), field(':authority', 'a:1')]);
const settings = frame(4, 0, 0);
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const setting = (id: number, value: number): Buffer => frame(4, 0, 0, Buffer.concat([Buffer.of(0, id), u32(value)]));
const open = (stream = 1, block = post): Buffer => frame(1, 4, stream, block);
const repeat = (count: number, piece: Buffer): Buffer => Buffer.concat(Array.from({ length: count }, () => piece));

let server: EchoServer;

beforeAll(async () => {
  server = await serveEcho({ mostStreams: 10 });
});

afterAll(() => server.close());

function judge(received: Buffer): string | undefined {
  const [type, flags, payload] = [received[3], received[4], received.subarray(9)];
  if (type === 7) return `goaway ${payload.readUInt32BE(4)}`;
  if (type === 3) return `reset ${payload.readUInt32BE(0)}`;
  return type === 6 && flags === 1 && payload.toString() === 'finished' ? 'fine' : undefined;
}

/** Sends the bytes and a PING; returns the first verdict that counts: `goaway CODE`, `reset CODE`, or `fine` for the answered PING. */
async function verdictOf(bytes: Buffer, counts: (verdict: string) => boolean = () => true): Promise<string> {
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  let received = Buffer.alloc(0);
  let verdict: string | undefined;
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    while (received.length >= 9) {
      const length = received.readUIntBE(0, 3);
      if (received.length < 9 + length) return;
      const found = judge(received.subarray(0, 9 + length));
      if (found !== undefined && counts(found)) verdict ??= found;
      received = received.subarray(9 + length);
    }
    if (verdict !== undefined) socket.destroy();
  });
  socket.write(Buffer.concat([bytes, frame(6, 0, 0, Buffer.from('finished'))]));
  await closed;
  return verdict ?? 'closed';
}

const after = (...frames: Buffer[]): Buffer => Buffer.concat([magic, settings, ...frames]);

const cases: readonly (readonly [what: string, bytes: Buffer, verdict: string])[] = [
  ['3.4: a preface that is none', Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n'), 'goaway 1'],
  ['3.4: a preface without SETTINGS', Buffer.concat([magic, frame(6, 0, 0, Buffer.alloc(8))]), 'goaway 1'],
  ['4.1: frames of unknown types', after(frame(0xff, 0xff, 0, Buffer.alloc(5))), 'fine'],
  ['4.2: a frame above the largest', after(open(), frame(0, 0, 1, Buffer.alloc(16_385))), 'goaway 6'],
  ['4.3: a block that cannot be decompressed', after(open(1, hex('82 87 ff ff ff ff ff ff'))), 'goaway 9'],
  ['4.3: a text with more than a byte of padding', after(open(1, hex('82 87 84 00 81 ff 01 61'))), 'goaway 9'],
  ['4.3: a text with an end of its own', after(open(1, hex('82 87 84 00 84 ff ff ff ff 01 61'))), 'goaway 9'],
  ['5.1: DATA on an idle stream', after(frame(0, 1, 1)), 'goaway 1'],
  ['5.1: RST_STREAM on an idle stream', after(frame(3, 0, 1, u32(8))), 'goaway 1'],
  ['5.1: WINDOW_UPDATE on an idle stream', after(frame(8, 0, 1, u32(8))), 'goaway 1'],
  ['5.1: DATA after END_STREAM', after(frame(1, 5, 1, waiting()), frame(0, 1, 1)), 'reset 5'],
  ['5.1: HEADERS after END_STREAM', after(frame(1, 5, 1, waiting()), frame(1, 5, 1, post)), 'reset 5'],
  ['5.1.1: an even stream', after(open(2)), 'goaway 1'],
  ['5.1.1: a stream below the last', after(frame(1, 5, 5, get), frame(1, 5, 3, get)), 'goaway 1'],
  ['5.1.1: a stream below the first', after(frame(1, 5, 7, get), frame(1, 5, 9, get), frame(1, 5, 1, get)), 'goaway 1'],
  ['5.1: HEADERS on a stream that is closed', after(frame(1, 5, 1, get), frame(1, 5, 1, get)), 'goaway 5'],
  ['5.1.2: more streams than allowed', after(...[...Array(11).keys()].map((n) => open(2 * n + 1))), 'reset 7'],
  ['5.3: a priority on itself', after(open(), frame(2, 0, 1, Buffer.concat([u32(1), Buffer.of(1)]))), 'fine'],
  ['6.1: DATA on stream 0', after(frame(0, 0, 0)), 'goaway 1'],
  ['6.1: padding as long as its frame', after(open(), frame(0, 8, 1, hex('05 00 00 00 00'))), 'goaway 1'],
  ['6.2: HEADERS on stream 0', after(open(0)), 'goaway 1'],
  ['6.2: another frame within a block', after(frame(1, 0, 1, get), frame(6, 0, 0, Buffer.alloc(8))), 'goaway 1'],
  ['6.3: PRIORITY on stream 0', after(frame(2, 0, 0, Buffer.alloc(5))), 'goaway 1'],
  ['6.3: a PRIORITY of a wrong length', after(open(), frame(2, 0, 1, Buffer.alloc(4))), 'reset 6'],
  ['6.3: a PRIORITY of a wrong length on an idle stream', after(frame(2, 0, 1, Buffer.alloc(4))), 'goaway 6'],
  ['6.4: RST_STREAM on stream 0', after(frame(3, 0, 0, u32(8))), 'goaway 1'],
  ['6.4: an RST_STREAM of a wrong length', after(open(), frame(3, 0, 1, Buffer.alloc(3))), 'goaway 6'],
  ['6.5: SETTINGS on a stream', after(frame(4, 0, 1)), 'goaway 1'],
  ['6.5: an acknowledgement with settings', after(frame(4, 1, 0, Buffer.alloc(6))), 'goaway 6'],
  ['6.5: SETTINGS of a wrong length', after(frame(4, 0, 0, Buffer.alloc(5))), 'goaway 6'],
  ['6.5.2: ENABLE_PUSH above 1', after(setting(2, 2)), 'goaway 1'],
  ['6.5.2: a window above the largest', after(setting(4, 0x8000_0000)), 'goaway 3'],
  ['6.5.3: a window above the largest, and another', after(windows(0x8000_0000, 65_535)), 'goaway 3'],
  ['6.5.2: MAX_FRAME_SIZE below the least', after(setting(5, 16_383)), 'goaway 1'],
  ['6.5.2: MAX_FRAME_SIZE above the largest', after(setting(5, 2 ** 24)), 'goaway 1'],
  ['6.5.2: an unknown setting', after(setting(0xff, 1)), 'fine'],
  ['6.6: PUSH_PROMISE', after(open(), frame(5, 4, 1, u32(2))), 'goaway 1'],
  ['6.7: PING on a stream', after(frame(6, 0, 1, Buffer.alloc(8))), 'goaway 1'],
  ['6.7: a PING of a wrong length', after(frame(6, 0, 0, Buffer.alloc(7))), 'goaway 6'],
  ['6.8: GOAWAY on a stream', after(frame(7, 0, 1, Buffer.alloc(8))), 'goaway 1'],
  ['6.9: WINDOW_UPDATE of 0 on the connection', after(frame(8, 0, 0, u32(0))), 'goaway 1'],
  ['6.9: WINDOW_UPDATE of 0 on a stream', after(open(), frame(8, 0, 1, u32(0))), 'reset 1'],
  ['6.9: a WINDOW_UPDATE of a wrong length', after(frame(8, 0, 0, Buffer.alloc(3))), 'goaway 6'],
  ['6.9.1: the window of the connection overflows', after(frame(8, 0, 0, u32(0x7fff_ffff))), 'goaway 3'],
  ['6.9.1: the window of a stream overflows', after(open(), frame(8, 0, 1, u32(0x7fff_ffff))), 'reset 3'],
  [
    '6.9.2: SETTINGS overflow a window',
    after(open(), frame(8, 0, 1, u32(0x7fff_0000)), setting(4, 131_072)),
    'goaway 3',
  ],
  [
    '6.5.3: the first of two initial windows overflows the window of a stream',
    after(open(), frame(8, 0, 1, u32(0x7fff_0000)), windows(131_072, 65_535)),
    'goaway 3',
  ],
  [
    '6.5.3: several initial windows that fit',
    after(open(), frame(8, 0, 1, u32(0x7fff_0000)), windows(65_535, 0, 65_535)),
    'fine',
  ],
  ['6.10: a CONTINUATION of nothing', after(open(), frame(9, 4, 1, get)), 'goaway 1'],
  ['6.10: a CONTINUATION of another stream', after(frame(1, 0, 1, get), frame(9, 4, 3)), 'goaway 1'],
  [
    '6.10: a CONTINUATION with the flag of padding',
    after(frame(1, 1, 1, hex('82 87')), frame(9, 12, 1, hex('84'))),
    'fine',
  ],
  ['8.1: trailers without END_STREAM', after(open(), open(1, field('a', 'b'))), 'reset 1'],
  ['8.1: a pseudo-header in trailers', after(open(), frame(1, 5, 1, get)), 'reset 1'],
  ['8.1.1: a body shorter than told', after(open(1, told('5')), frame(0, 1, 1, Buffer.from('abcd'))), 'reset 1'],
  ['8.1.1: a body longer than told', after(open(1, told('3')), frame(0, 0, 1, Buffer.from('abcd'))), 'reset 1'],
  ['8.1.1: no body where one was told', after(frame(1, 5, 1, told('3'))), 'reset 1'],
  ['8.1.1: two lengths', after(open(1, Buffer.concat([told('3'), field('content-length', '4')]))), 'reset 1'],
  ['8.2.1: a name in upper case', withField('Accept', 'a'), 'reset 1'],
  ['8.2.1: a line break in a value', withField('a', 'b\r\nc: d'), 'reset 1'],
  ['8.2.1: a space before a value', withField('a', ' b'), 'reset 1'],
  ['8.2.1: a tab after a value', withField('a', 'b\t'), 'reset 1'],
  ['8.2.1: a space within a value', withField('a', 'b c'), 'fine'],
  ...['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade'].map(
    (name) => [`8.2.2: ${name}`, withField(name, 'x'), 'reset 1'] as const,
  ),
  ['8.2.2: te for something else than trailers', withField('te', 'gzip'), 'reset 1'],
  ['8.2.2: te for trailers', withField('te', 'trailers'), 'fine'],
  ['8.3: an unknown pseudo-header', withField(':proto', 'x'), 'reset 1'],
  ['8.3: a pseudo-header of responses', withField(':status', '200'), 'reset 1'],
  [
    '8.3: a pseudo-header after others',
    after(open(1, Buffer.concat([hex('82 87'), field('a', 'b'), hex('84')]))),
    'reset 1',
  ],
  ['8.3: a pseudo-header twice', after(open(1, hex('82 82 87 84'))), 'reset 1'],
  ['8.3.1: no method', after(open(1, hex('87 84'))), 'reset 1'],
  ['8.3.1: no scheme', after(open(1, hex('82 84'))), 'reset 1'],
  ['8.3.1: no path', after(open(1, hex('82 87'))), 'reset 1'],
  ['8.3.1: an empty path', after(open(1, Buffer.concat([hex('82 87'), field(':path', '')]))), 'reset 1'],
  ['8.5: a tunnel with a path', after(open(1, Buffer.concat([connects, hex('84')]))), 'reset 1'],
  ['8.5: a tunnel to nowhere', after(open(1, field(':method', 'CONNECT'))), 'reset 1'],
  ['8.5: a tunnel', after(open(1, connects)), 'fine'],
  ['HPACK 2.3.3: an index of nothing', after(open(1, hex('82 87 84 be'))), 'goaway 9'],
  ['HPACK 4.2: a table size after a field', after(open(1, hex('82 87 84 20'))), 'goaway 9'],
  ['HPACK 6.3: a table above the setting', after(open(1, hex('3f e2 1f 82 87 84'))), 'goaway 9'],
  ['a flood of PINGs', after(repeat(5_000, frame(6, 0, 0, Buffer.alloc(8)))), 'goaway 11'],
  ['a flood of SETTINGS', after(repeat(5_000, settings)), 'goaway 11'],
  ['a flood of empty DATA', after(open(), repeat(5_000, frame(0, 0, 1))), 'goaway 11'],
  ['a flood of PRIORITY', after(repeat(5_000, frame(2, 0, 1, Buffer.alloc(5)))), 'goaway 11'],
  ['a flood of CONTINUATION', after(frame(1, 0, 1, get), repeat(5_000, frame(9, 0, 1))), 'goaway 11'],
  [
    'rapid resets',
    after(...[...Array(5_000).keys()].flatMap((n) => [open(2 * n + 1), frame(3, 0, 2 * n + 1, u32(8))])),
    'goaway 11',
  ],
];

/** SETTINGS with several initial windows. */
function windows(...values: readonly number[]): Buffer {
  return frame(4, 0, 0, Buffer.concat(values.flatMap((value) => [Buffer.of(0, 4), u32(value)])));
}

function told(length: string): Buffer {
  return Buffer.concat([post, field('content-length', length)]);
}

function withField(name: string, value: string): Buffer {
  return after(open(1, Buffer.concat([post, field(name, value)])));
}

/** A block for a request that is not answered. */
function waiting(): Buffer {
  return Buffer.concat([hex('83 87'), field(':path', '/wait')]);
}

it.each(cases)('answers by the rule of %s', async (_, bytes, verdict) => {
  expect(await verdictOf(bytes)).toBe(verdict);
});

it('tells the handler of nothing that is malformed', async () => {
  const before = server.asked.length;
  expect(await verdictOf(withField('connection', 'close'))).toBe('reset 1');
  expect(server.asked).toHaveLength(before);
});

it.each<[string, (id: number) => Buffer[]]>([
  ['a window opened by nothing', (id) => [frame(1, 5, id, waiting()), frame(8, 0, id, u32(0))]],
  ['a window that overflows', (id) => [frame(1, 5, id, waiting()), frame(8, 0, id, u32(0x7fff_ffff))]],
  ['headers after the end', (id) => [frame(1, 5, id, waiting()), frame(1, 5, id, waiting())]],
  ['trailers without an end', (id) => [open(id, waiting()), open(id, field('a', 'b'))]],
  ['a body longer than told', (id) => [open(id, told('1')), frame(0, 0, id, Buffer.from('ab'))]],
])('ends a connection that has its requests reset by %s', async (_, framesOf) => {
  const bytes = after(...[...Array(5_000).keys()].flatMap((n) => framesOf(2 * n + 1)));
  expect(await verdictOf(bytes, (found) => !found.startsWith('reset'))).toBe('goaway 11');
});
