/**
 * Handles the frames of a client. What breaks the rules of the connection throws, which ends it; what breaks those of
 * one request resets its stream (RFC 9113, section 5.4).
 */
import { protocolError, resetCodes } from '../errors.ts';
import { contentOf, frameFlag, frameOf, frameType, type Frame } from '../frames.ts';
import { assembleBlocks } from '../header-reader.ts';
import { createReceiveWindow } from '../receive-window.ts';
import type { Sender } from '../sender.ts';
import { checkSettings, readSettings } from '../settings.ts';
import { checkFrame } from './check-frame.ts';
import type { Drain } from './drain.ts';
import { createRequestReader, type RequestBlock } from './request-block.ts';
import type { ServerStream } from './server-stream.ts';
import type { Streams } from './streams.ts';

export interface ReceivingRequests {
  readonly push: (bytes: Uint8Array) => void;
  readonly sender: Sender;
  readonly streams: Streams;
  /** Streams that may be open at once. */
  readonly mostStreams: number;
  /** Counts a frame that is of no use. Throws when there were too many. */
  readonly spend: () => void;
  readonly drain: Pick<Drain, 'onPong' | 'lastTaken'>;
}

const lowBits = 0x7fff_ffff;

export interface RequestReceiver {
  receive(frame: Frame): void;
  /** A number of the SETTINGS or header block that the client has begun and not ended; undefined without one. */
  unfinished(): number | undefined;
}

export function createRequestReceiver(receiving: ReceivingRequests): RequestReceiver {
  const { push, sender, streams, spend } = receiving;
  const window = createReceiveWindow(push);
  window.open();
  const headers = assembleBlocks(createRequestReader(), (id, block, isLast) => {
    receiveBlock(receiving, id, { block, isLast });
  });
  let hasSettings = false;
  let blocks = 0;
  const receiveSettings = ({ flags, payload }: Frame): void => {
    if ((flags & frameFlag.ack) !== 0) return;
    if (hasSettings) spend();
    hasSettings = true;
    checkSettings(payload);
    const { initialWindow, highestWindow } = readSettings(payload);
    if (initialWindow !== undefined) sender.setInitialWindow(initialWindow, highestWindow);
    push(frameOf({ type: frameType.settings, flags: frameFlag.ack, stream: 0 }));
  };
  const receivePing = ({ flags, payload }: Frame): void => {
    if ((flags & frameFlag.ack) !== 0) return receiving.drain.onPong();
    spend();
    push(frameOf({ type: frameType.ping, flags: frameFlag.ack, stream: 0 }, payload));
  };

  const receive = (frame: Frame): void => {
    if (!hasSettings && frame.type !== frameType.settings) throw protocolError('the peer does not speak HTTP/2');
    if (headers.isInBlock() && frame.type !== frameType.continuation) {
      throw protocolError('the peer sent headers that are cut off');
    }
    checkFrame(frame);
    switch (frame.type) {
      case frameType.data:
        window.take(frame.length);
        return receiveData(receiving, frame);
      case frameType.headers:
        blocks += 1;
        return headers.read(frame);
      case frameType.continuation:
        return headers.read(frame);
      case frameType.reset:
        return receiveReset(receiving, frame);
      case frameType.settings:
        return receiveSettings(frame);
      case frameType.ping:
        return receivePing(frame);
      case frameType.windowUpdate:
        return receiveWindowUpdate(receiving, frame);
      default:
        spend();
        if (frame.type === frameType.priority) checkPriority(streams, frame);
    }
  };
  return { receive, unfinished: () => (hasSettings && !headers.isInBlock() ? undefined : blocks) };
}

interface ReceivedBlock {
  readonly block: RequestBlock;
  readonly isLast: boolean;
}

function receiveBlock(receiving: ReceivingRequests, id: number, received: ReceivedBlock): void {
  const { streams } = receiving;
  const stream = streams.find(id);
  if (stream !== undefined) return receiveTrailers(receiving, stream, received);
  if (id % 2 === 0) throw protocolError('the peer opened a stream of ours');
  if (streams.wasReset(id)) return;
  if (id <= streams.last) {
    if (streams.wasSkipped(id)) throw protocolError('the peer opened a stream below the last');
    throw protocolError('the peer sent headers on a closed stream', resetCodes.streamClosed);
  }
  streams.noteLast(id);
  if (id <= receiving.drain.lastTaken()) openStream(receiving, id, received);
}

function openStream(receiving: ReceivingRequests, id: number, { block, isLast }: ReceivedBlock): void {
  const { streams, mostStreams } = receiving;
  const isMalformed = block.fault !== undefined || block.method === '' || (isLast && (block.length ?? 0) > 0);
  if (isMalformed && !block.isTooLarge) refuse(receiving, id, resetCodes.protocolError);
  else if (streams.size >= mostStreams) refuse(receiving, id, resetCodes.refusedStream);
  else streams.open(id, block, isLast);
}

function receiveTrailers(receiving: ReceivingRequests, stream: ServerStream, { block, isLast }: ReceivedBlock): void {
  if (stream.isRequestOver) return refuse(receiving, stream.id, resetCodes.streamClosed);
  const isGood = isLast && block.fault === undefined && block.method === '' && stream.count(0, true);
  if (isGood) endRequest(stream);
  else refuse(receiving, stream.id, resetCodes.protocolError);
}

/** A client that has its requests reset costs as much as one that resets them. */
function refuse({ streams, spend }: ReceivingRequests, id: number, code: number): void {
  spend();
  streams.reset(id, code);
}

function endRequest(stream: ServerStream): void {
  stream.isRequestOver = true;
  stream.events?.onEnd();
}

function receiveData(receiving: ReceivingRequests, frame: Frame): void {
  const { streams, spend } = receiving;
  const { stream: id, length } = frame;
  const content = contentOf(frame);
  const isLast = (frame.flags & frameFlag.endStream) !== 0;
  // Padding alone is no more use than nothing.
  if (content.length === 0 && !isLast) spend();
  const stream = streams.find(id);
  if (stream === undefined || stream.isRequestOver) {
    refuseIdle(streams, id);
    if (streams.wasReset(id)) return;
    return refuse(receiving, id, resetCodes.streamClosed);
  }
  if (!stream.take(length)) return refuse(receiving, id, resetCodes.flowControl);
  if (!stream.count(content.length, isLast)) return refuse(receiving, id, resetCodes.protocolError);
  streams.grant(stream, length - content.length);
  if (content.length > 0) stream.events?.onData(content);
  if (isLast) endRequest(stream);
}

/** PRIORITY says nothing any more (section 5.3.2), and is still checked (section 6.3). A stream that is idle cannot be reset. */
function checkPriority(streams: Streams, { stream: id, length }: Frame): void {
  if (length === 5) return;
  if (isIdle(streams, id)) throw protocolError('the peer sent a priority of a wrong length', resetCodes.frameSize);
  streams.reset(id, resetCodes.frameSize);
}

function isIdle(streams: Streams, id: number): boolean {
  return id > streams.last || id % 2 === 0;
}

/** Section 5.1: nothing but HEADERS and PRIORITY may come on a stream that was never opened. */
function refuseIdle(streams: Streams, id: number): void {
  if (isIdle(streams, id)) throw protocolError('the peer sent a frame on an idle stream');
}

/** Resets are what one can do at any time; of requests that were not answered, they make work for nothing. */
function receiveReset({ streams, spend }: ReceivingRequests, { stream: id }: Frame): void {
  refuseIdle(streams, id);
  if (streams.find(id)?.hasResponse !== true) spend();
  streams.gone(id);
}

function receiveWindowUpdate(receiving: ReceivingRequests, { stream: id, payload }: Frame): void {
  const { streams, sender } = receiving;
  if (id !== 0) refuseIdle(streams, id);
  const bytes = payload.readUInt32BE(0) & lowBits;
  if (id === 0 && bytes === 0) throw protocolError('the peer opened a window by nothing');
  if (id !== 0 && streams.find(id) === undefined) return;
  if (bytes === 0) return refuse(receiving, id, resetCodes.protocolError);
  if (id !== 0 && !sender.canGrant(id, bytes)) return refuse(receiving, id, resetCodes.flowControl);
  sender.grant(id, bytes);
}
