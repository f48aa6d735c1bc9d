/** Node's own HTTP/2 as the writer of header blocks that are read here. */
import { connect, constants } from 'node:http2';

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { frameType } from './frames.ts';
import type { HeaderBlock } from './header-block.ts';
import { createHeaderReader } from './header-reader.ts';
import { startScriptedPeer } from './testing/scripted-peer.ts';

const letters = (unit: string) =>
  fc.string({ unit: fc.constantFrom(...Array.from(unit)), minLength: 1, maxLength: 60 });
const header = fc.tuple(
  letters('abcxyz019-').map((name) => `x-${name}`),
  letters('abcXYZ019-_/ %~"').map((value) => `v${value}v`),
);

describe("Node's client", () => {
  it('writes header blocks that are read as they were meant, by a reader without a table', async () => {
    const blocks: HeaderBlock[] = [];
    let tell: () => void = () => undefined;
    const peer = await startScriptedPeer({
      onConnect: (one) => one.send(frameType.settings, { payload: Buffer.of(0, 1, 0, 0, 0, 0) }),
      onFrame: (one, frame) => {
        if (frame.type === frameType.settings && frame.flags === 0) one.send(frameType.settings, { flags: 1 });
        if (frame.type !== frameType.headers && frame.type !== frameType.continuation) return;
        read.read(frame);
      },
    });
    const read = createHeaderReader((_stream, headers) => {
      blocks.push(headers);
      tell();
    });
    const session = connect(peer.url);
    await new Promise((resolve) => session.once('remoteSettings', resolve));
    await fc.assert(
      fc.asyncProperty(fc.array(header, { maxLength: 40 }), async (headers) => {
        const wanted = Object.fromEntries(headers);
        const told = new Promise<void>((resolve) => (tell = resolve));
        const stream = session.request({ ':path': '/', ...wanted }).on('error', () => undefined);
        await told;
        stream.close(constants.NGHTTP2_CANCEL);
        const fields = blocks.pop()?.fields ?? [];
        const got = fields.flatMap((name, index) => (index % 2 === 0 ? [[name, fields[index + 1]] as const] : []));
        expect(Object.fromEntries(got.filter(([name]) => name.startsWith('x-')))).toEqual(wanted);
      }),
      { seed: 20_240_607, numRuns: 200 },
    );
    session.destroy();
    peer.close();
  });
});
