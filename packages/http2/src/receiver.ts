/**
 * Handles received frames. Unknown types are ignored, as RFC 9113, section 4.1, requires; violations throw, which ends
 * the connection.
 */
import type { ClientStream } from './client-stream.ts';
import { Http2Error, protocolError, resetCodes } from './errors.ts';
import type { Exchanges } from './exchanges.ts';
import { contentOf, frameFlag, frameOf, frameType } from './frames.ts';
import type { Frame } from './frames.ts';
import { createHeaderReader } from './header-reader.ts';
import { createReceiveWindow } from './receive-window.ts';
import type { Sender } from './sender.ts';
import { readSettings } from './settings.ts';

export interface Receiving {
  readonly push: (bytes: Buffer) => void;
  readonly pushLate: (bytes: Buffer) => void;
  readonly sender: Sender;
  readonly exchanges: Exchanges;
  /** Called once, for the first SETTINGS, before anything is sent in response to them. */
  readonly onEstablished: () => void;
  /** The server processes no stream above this one. */
  readonly drain: (lastSeen: number) => void;
  readonly onEnded: () => void;
}

const lowBits = 0x7fff_ffff;

export function createReceiver(receiving: Receiving): (frame: Frame) => void {
  const { push, pushLate, sender, exchanges, onEstablished, drain } = receiving;
  const window = createReceiveWindow(push);
  window.open();
  let isEstablished = false;
  const streams = createStreamReceiver(receiving);
  const headers = createHeaderReader(streams.receiveHeaders);
  const receiveData = (frame: Frame): void => {
    window.take(frame.length);
    streams.receiveData(frame);
  };
  const receiveSettings = ({ flags, payload }: Frame): void => {
    if ((flags & frameFlag.ack) !== 0) return;
    const { initialWindow, highestWindow, ...settings } = readSettings(payload);
    if (initialWindow !== undefined) sender.setInitialWindow(initialWindow, highestWindow);
    // The first SETTINGS without a limit mean none; later ones change only what they name.
    const mostStreams = settings.mostStreams ?? (isEstablished ? undefined : Infinity);
    if (!isEstablished) onEstablished();
    isEstablished = true;
    push(ackOf(frameType.settings));
    if (mostStreams !== undefined) exchanges.setMost(mostStreams);
  };
  const receivePing = ({ flags, payload }: Frame): void => {
    // Servers of gRPC send a PING with most responses, to measure the connection. Acknowledged by itself, each would be a
    // second write for its request.
    if ((flags & frameFlag.ack) === 0) pushLate(ackOf(frameType.ping, payload));
  };

  return (frame) => {
    if (!isEstablished && frame.type !== frameType.settings) throw protocolError('the server does not speak HTTP/2');
    if (headers.isInBlock() && frame.type !== frameType.continuation) {
      throw protocolError('the server sent headers that are cut off');
    }
    switch (frame.type) {
      case frameType.data:
        return receiveData(frame);
      case frameType.headers:
      case frameType.continuation:
        return headers.read(frame);
      case frameType.reset:
        return streams.receiveReset(frame);
      case frameType.settings:
        return receiveSettings(frame);
      case frameType.ping:
        return receivePing(frame);
      case frameType.goAway:
        return drain(frame.payload.readUInt32BE(0) & lowBits);
      case frameType.windowUpdate:
        return sender.grant(frame.stream, frame.payload.readUInt32BE(0) & lowBits);
      default:
        return undefined;
    }
  };
}

interface StreamReceiver {
  readonly receiveHeaders: Parameters<typeof createHeaderReader>[0];
  readonly receiveData: (frame: Frame) => void;
  readonly receiveReset: (frame: Frame) => void;
}

/** Frames of one stream each; those of streams that are over are dropped. */
function createStreamReceiver({ exchanges, onEnded }: Pick<Receiving, 'exchanges' | 'onEnded'>): StreamReceiver {
  const finish = (stream: ClientStream, found: string | undefined, isLast: boolean): void => {
    const fault = found ?? (isLast && !stream.isOver ? stream.findEndFault() : undefined);
    if (fault !== undefined) exchanges.breakOff(stream, new Http2Error('malformed', fault));
    else if (isLast) exchanges.end(stream);
    else return;
    onEnded();
  };
  return {
    receiveHeaders: (id, block, isLast) => {
      const stream = exchanges.find(id);
      if (stream !== undefined) finish(stream, stream.takeHeaders(block, isLast), isLast);
    },
    receiveData: (frame) => {
      const content = contentOf(frame);
      const stream = exchanges.find(frame.stream);
      if (stream === undefined) return;
      finish(stream, stream.takeData(content, frame.length), (frame.flags & frameFlag.endStream) !== 0);
    },
    receiveReset: ({ stream: id, payload }) => {
      const code = payload.readUInt32BE(0);
      const stream = exchanges.find(id);
      if (stream === undefined) return;
      // RFC 9113, section 8.7: nothing was processed.
      const isUnsent = code === resetCodes.refusedStream;
      const message = `the server reset the stream with code ${code}`;
      exchanges.end(stream, new Http2Error('reset', message, { resetCode: code, isUnsent }));
      onEnded();
    },
  };
}

function ackOf(type: number, payload?: Buffer): Buffer {
  return frameOf({ type, flags: frameFlag.ack, stream: 0 }, payload);
}
