/**
 * Random frames, most of them good, some mutated, to a server that answers in pieces over time: it goes on or ends the
 * connection, nothing is thrown at those who answer, no window is overdrawn, and other connections are served.
 */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { createFrameReader } from '../frame-reader.ts';
import { frameFlag, frameOf, frameType } from '../frames.ts';
import { printField, printStatusLine } from '../header-writer.ts';
import { chunksOf, mutate, mutations } from '../testing/mutate.ts';
import { WindowLedger } from '../testing/window-ledger.ts';
import { writeHeaderBlock } from '../testing/write-header-block.ts';
import { acceptConnection } from './accept-connection.ts';
import type { OnRequest } from './streams.ts';

const runs = { seed: 20_240_608, numRuns: Number(process.env['LAW_RUNS'] ?? 200) };
const magic = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const [pieces, writes] = [6, 3];
const pieceBytes = 8_000;
const answerMs = 2 * pieces;
const longMs = 10_000;
const finished = Buffer.from('finished');

const thrown: unknown[] = [];
let server: Server;

/** Pieces, a millisecond apart, and an end by itself after some more. */
const answerInPieces: OnRequest = (_, exchange) => {
  let left = pieces;
  let isOver = false;
  const goOn = (): void => {
    if (isOver) return;
    try {
      if (left === pieces) exchange.respond(printStatusLine(200) + printField('content-type', 'text/plain'), false);
      left -= 1;
      exchange.write(Buffer.alloc(left >= pieces / 2 ? pieceBytes : 0, 'a'), left === 0);
    } catch (error) {
      thrown.push(error);
    }
    if (left > 0) setTimeout(goOn, 1);
  };
  setTimeout(goOn, 1);
  const onGone = (): void => {
    isOver = true;
  };
  const ignore = (): void => undefined;
  return { onData: ({ length }) => exchange.grant(length), onEnd: ignore, onGone, onRoom: ignore, onSent: ignore };
};

beforeAll(async () => {
  server = createServer((socket) => {
    acceptConnection({ socket, mostStreams: 10, streamWindow: 65_536, onRequest: answerInPieces });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

const stream = fc.constantFrom(0, 1, 1, 3, 3, 5, 7, 9, 2, 0x7fff_ffff);
const flags = fc.constantFrom(0, 1, 4, 5, 5, 8, 9, 0x0c, 0x0d, 0x20, 0x25, 0xff);
const value = fc.constantFrom(0, 1, 2, 7, 100, 4_096, 16_384, 65_535, 65_536, 0x7fff_0000, 0x7fff_ffff, 0xffff_ffff);
const u32 = (number: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
};
const plainGet = Buffer.from('828784', 'hex');
const goodRequest = frameOf(headOf(1, 5, 1), plainGet);
const block = fc.constantFrom(
  ...[
    plainGet,
    Buffer.from('838784', 'hex'),
    Buffer.from('3fe11f828784', 'hex'),
    Buffer.from('8287844003612d620163be', 'hex'),
    writeHeaderBlock([
      [':method', 'POST'],
      [':scheme', 'https'],
      [':path', '/a'],
      ['content-length', '5'],
    ]),
  ],
);
const bytes = fc.uint8Array({ maxLength: 40 }).map((each) => Buffer.from(each));

/** Frames of any kind on any stream: most end the connection. */
const wild = fc
  .tuple(fc.integer({ min: 0, max: 12 }), flags, stream, fc.oneof(block, bytes, value.map(u32)))
  .map(([type, f, id, payload]) => frameOf(headOf(type, f, id), payload));

/** A frame on the stream that was opened last, or on the one to be opened next. */
type Step = (last: number) => { readonly sent: Buffer; readonly opens?: true };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(4, 5, 5), block)
      .map(([f, b]): Step => (last) => ({ sent: frameOf(headOf(1, f, last + 2), b), opens: true })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(1, 2, 3, 4, 4, 4, 5, 6, 0xff), fc.constantFrom(0, 1, 100, 16_384, 65_535, 0x7fff_ffff))
      .map(([name, to]): Step => {
        const sent = frameOf(headOf(4, 0, 0), Buffer.concat([Buffer.of(0, name), u32(to)]));
        return () => ({ sent });
      }),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.boolean(), value)
      .map(([isOfAll, by]): Step => (last) => ({ sent: frameOf(headOf(8, 0, isOfAll ? 0 : last), u32(by)) })),
  },
  { weight: 1, arbitrary: value.map((code): Step => (last) => ({ sent: frameOf(headOf(3, 0, last), u32(code)) })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(0, 1), bytes)
      .map(([f, b]): Step => (last) => ({ sent: frameOf(headOf(0, f, last), b) })),
  },
  { weight: 1, arbitrary: wild.map((sent): Step => () => ({ sent })) },
);

interface Input {
  readonly sent: Buffer;
  readonly isMutated: boolean;
}

const input: fc.Arbitrary<Input> = fc
  .tuple(fc.array(step, { minLength: 1, maxLength: 15 }), fc.option(mutations, { freq: 3 }))
  .map(([steps, changes]) => {
    let last = 1;
    const frames = steps.map((each) => {
      const { sent, opens } = each(last);
      if (opens === true) last += 2;
      return sent;
    });
    const good = Buffer.concat([goodRequest, ...frames]);
    return { sent: changes === null ? good : mutate(good, changes), isMutated: changes !== null };
  });

function headOf(type: number, f: number, id: number) {
  return { type, flags: f, stream: id };
}

interface Outcome {
  /** `silent`: neither the PING was answered nor the connection ended. */
  readonly verdict: string;
  readonly isOverdrawn: boolean;
  /** The first stream had a whole response. */
  readonly isServed: boolean;
}

interface Patience {
  readonly patienceMs: number;
  readonly awaitsResponse?: boolean;
}

/** Sends the input in a few writes, then a PING, and waits for its acknowledgement or the end of the connection. */
async function send(sent: Buffer, { patienceMs, awaitsResponse = false }: Patience): Promise<Outcome> {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', noDelay: true });
  const ledger = new WindowLedger();
  let verdict = 'silent';
  let isOverdrawn = false;
  let isServed = false;
  let served = 0;
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve())).then(() => {
    if (verdict === 'silent') verdict = 'closed';
  });
  const read = createFrameReader((frame) => {
    const { type, flags: f, stream: id, payload } = frame;
    if (!ledger.noteReceived(frame)) isOverdrawn = true;
    if (type === frameType.data && id === 1) {
      served += payload.length;
      isServed = (f & frameFlag.endStream) !== 0 && served === (pieces / 2) * pieceBytes;
    }
    if (type === frameType.goAway && verdict === 'silent') verdict = `goaway ${String(payload.readUInt32BE(4))}`;
    if (type === frameType.ping && (f & frameFlag.ack) !== 0 && payload.equals(finished)) verdict = 'fine';
  });
  const noteSent = createFrameReader((frame) => ledger.noteSent(frame));
  const write = (bytes: Buffer): void => {
    try {
      noteSent(bytes);
    } catch {
      // A frame that is too large, which ends the connection.
    }
    socket.write(bytes);
  };
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => read(chunk));
  socket.write(magic);
  write(frameOf(headOf(4, 0, 0)));
  for (const chunk of chunksOf(sent, [Math.ceil(sent.length / writes)])) {
    write(chunk);
    await delay(1);
  }
  write(frameOf(headOf(6, 0, 0), finished));
  const isAwaited = (): boolean => verdict === 'silent' || (awaitsResponse && !isServed);
  for (let ms = 0; ms < answerMs || (ms < patienceMs && isAwaited()); ms += 1) await delay(1);
  socket.end();
  const atEnd = verdict;
  await closed;
  return { verdict: atEnd, isOverdrawn, isServed };
}

it('a server goes on or ends the connection, whatever frames it is sent', async () => {
  const verdicts = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(input, async ({ sent, isMutated }) => {
      // A mutation may cut a frame short, which then swallows the PING: no answer is required.
      const { verdict, isOverdrawn } = await send(sent, { patienceMs: isMutated ? answerMs : longMs });
      verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
      expect(thrown).toEqual([]);
      expect(isOverdrawn).toBe(false);
      if (!isMutated) expect(verdict).not.toBe('silent');
      const good = await send(goodRequest, { patienceMs: longMs, awaitsResponse: true });
      expect(good).toEqual({ verdict: 'fine', isOverdrawn: false, isServed: true });
    }),
    runs,
  );
  // The law would hold of a server that ends every connection, too.
  expect(verdicts.get('fine')).toBeGreaterThan(runs.numRuns / 20);
  expect([...verdicts.keys()].filter((each) => each.startsWith('goaway')).length).toBeGreaterThan(2);
});
