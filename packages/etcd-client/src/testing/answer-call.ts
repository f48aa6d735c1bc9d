/** A whole answer of gRPC for tests, frame by frame: headers, one message, and a good status. */
import { frameFlag, frameType, writeHeaderBlock } from '@keelson/http2/testing';
import type { Peer } from '@keelson/http2/testing';

const head = writeHeaderBlock([[':status', '200']]);
const end = writeHeaderBlock([['grpc-status', '0']]);

export function answerCall(peer: Peer, stream: number, message: Uint8Array): void {
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(message.length, 1);
  peer.send(frameType.headers, { flags: frameFlag.endHeaders, stream, payload: head });
  peer.send(frameType.data, { stream, payload: Buffer.concat([prefix, message]) });
  peer.send(frameType.headers, { flags: frameFlag.endHeaders | frameFlag.endStream, stream, payload: end });
}
