/**
 * Handles received frames. Unknown types are ignored, as RFC 9113, section 4.1, requires; violations throw, which ends
 * the connection.
 */
import { ProtocolError, TransportError } from '../errors.ts';
import type { Exchanges } from './exchanges.ts';
import { contentOf, frameFlag, frameOf, frameType } from './frames.ts';
import type { Frame } from './frames.ts';
import { createHeaderReader } from './header-reader.ts';
import { createReceiveWindow } from './receive-window.ts';
import type { Sender } from './sender.ts';
import { readSettings } from './settings.ts';

export interface Receiving {
  readonly push: (bytes: Buffer) => void;
  readonly sender: Sender;
  readonly exchanges: Exchanges;
  /** Called once, for the first SETTINGS, before anything is sent in response to them. */
  readonly onEstablished: () => void;
  /** The peer processes no stream above this one. */
  readonly drain: (lastSeen: number) => void;
  readonly onEnded: () => void;
}

const lowBits = 0x7fff_ffff;

export function createReceiver(receiving: Receiving): (frame: Frame) => void {
  const { push, sender, exchanges, onEstablished, drain, onEnded } = receiving;
  const window = createReceiveWindow(push);
  window.open();
  let isEstablished = false;
  const endOf = (stream: number, error?: Error): void => {
    exchanges.end(stream, error);
    onEnded();
  };
  const headers = createHeaderReader((stream, block, isLast) => {
    exchanges.find(stream)?.onHeaders(block);
    if (isLast) endOf(stream);
  });
  const receiveData = (frame: Frame): void => {
    window.take(frame.length);
    const content = contentOf(frame);
    if (content.length > 0) exchanges.find(frame.stream)?.onData(content);
    if ((frame.flags & frameFlag.endStream) !== 0) endOf(frame.stream);
  };
  const receiveSettings = ({ flags, payload }: Frame): void => {
    if ((flags & frameFlag.ack) !== 0) return;
    const settings = readSettings(payload);
    if (settings.initialWindow !== undefined) sender.setInitialWindow(settings.initialWindow);
    // The first SETTINGS without a limit mean none; later ones change only what they name.
    const mostStreams = settings.mostStreams ?? (isEstablished ? undefined : Infinity);
    if (!isEstablished) onEstablished();
    isEstablished = true;
    push(ackOf(frameType.settings));
    if (mostStreams !== undefined) exchanges.setMost(mostStreams);
  };
  const receivePing = ({ flags, payload }: Frame): void => {
    if ((flags & frameFlag.ack) === 0) push(ackOf(frameType.ping, payload));
  };

  return (frame) => {
    if (!isEstablished && frame.type !== frameType.settings)
      throw new ProtocolError('the member does not speak HTTP/2');
    if (headers.isInBlock() && frame.type !== frameType.continuation) {
      throw new ProtocolError('etcd sent headers that are cut off');
    }
    switch (frame.type) {
      case frameType.data:
        return receiveData(frame);
      case frameType.headers:
      case frameType.continuation:
        return headers.read(frame);
      case frameType.reset:
        return endOf(frame.stream, brokenOff(frame));
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

function ackOf(type: number, payload?: Buffer): Buffer {
  return frameOf({ type, flags: frameFlag.ack, stream: 0 }, payload);
}

function brokenOff({ payload }: Frame): TransportError {
  return new TransportError(`the member broke off a call, with code ${payload.readUInt32BE(0)}`, { isUnsent: false });
}
