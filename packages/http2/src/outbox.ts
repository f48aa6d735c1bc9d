/**
 * Collects the bytes to send until the turn of the event loop ends and writes them with one system call, which costs
 * as much as all the rest of a small request. Bodies wait for the peer's windows, and for room here, before they
 * come; the rest (headers, acknowledgements) is bounded by what a peer may leave unread.
 */
import type { Writable } from 'node:stream';

import { joinForWrite } from './join-for-write.ts';

/** More than the windows of etcd ever allow. */
const mostUnreadBytes = 64 * 1024 * 1024;
/** One write is encrypted in one go, on the serving thread: bodies wait where so much is to be sent. */
const fullBytes = 512 * 1024;
/**
 * Node keeps memory for the largest write of a connection, encrypted, until that is closed: with a frame more, and
 * the end of a body, eight steps of 16 KB. A client may have listed everything once, and watch from then on.
 */
const longBodyBytes = 95 * 1024;
/** The longest delay of late bytes. A peer that measures round trips by PING sees them longer by this. */
const mostLateMs = 5;

export interface FrameOutbox {
  /** The bytes must not be changed until they are sent. */
  push(bytes: Uint8Array): void;
  /** For bytes that may wait: they are written with the next push, or after `mostLateMs`. */
  pushLate(bytes: Uint8Array): void;
  /** Writes without waiting for the end of the turn. */
  flush(): void;
  /** Takes more of a body. Once it has returned false, `onRoom` tells when it does again. */
  hasRoom(isLong: boolean): boolean;
  /** Pushed, and not taken by the network. */
  unreadBytes(): number;
}

export interface OutboxOptions {
  readonly socket: Pick<Writable, 'write' | 'writable' | 'writableLength' | 'on'>;
  /** The peer does not read. May be called more than once. */
  readonly onFull: () => void;
  readonly onRoom?: () => void;
  /** Calls it when the turn of the event loop ends. */
  readonly atEndOfTurn?: (flush: () => void) => void;
  /** Calls it when late bytes have waited for long enough. */
  readonly afterDelay?: (flush: () => void) => void;
  /** Of unread bytes. */
  readonly limitBytes?: number;
}

export function createFrameOutbox({
  socket,
  onFull,
  onRoom,
  atEndOfTurn = setImmediate,
  afterDelay = (run) => void setTimeout(run, mostLateMs).unref(),
  limitBytes = mostUnreadBytes,
}: OutboxOptions): FrameOutbox {
  let pieces: Uint8Array[] = [];
  let heldBytes = 0;
  let isRoomWanted = false;

  const unreadBytes = (): number => heldBytes + socket.writableLength;
  const isRoomy = (isLong: boolean): boolean => unreadBytes() < (isLong ? longBodyBytes : fullBytes);
  const tellOfRoom = (): void => {
    if (!isRoomWanted || !isRoomy(true)) return;
    isRoomWanted = false;
    onRoom?.();
  };

  const flush = (): void => {
    const [only] = pieces;
    if (only === undefined) return;
    const sent = pieces;
    const length = heldBytes;
    pieces = [];
    heldBytes = 0;
    if (!socket.writable) return;
    if (sent.length === 1) {
      socket.write(only);
    } else {
      const { bytes, release } = joinForWrite(sent, length);
      socket.write(bytes, release);
    }
    if (socket.writableLength > limitBytes) onFull();
    else tellOfRoom();
  };

  const due = scheduleFlush(flush, { atEndOfTurn, afterDelay });
  const hold = (bytes: Uint8Array): void => {
    heldBytes += bytes.length;
    pieces.push(bytes);
  };

  if (onRoom !== undefined) socket.on('drain', tellOfRoom);
  return {
    push: (bytes) => {
      hold(bytes);
      due.atEndOfTurn();
    },
    pushLate: (bytes) => {
      hold(bytes);
      due.later();
    },
    flush,
    hasRoom: (isLong) => {
      const hasRoom = isRoomy(isLong);
      if (!hasRoom) isRoomWanted = true;
      return hasRoom;
    },
    unreadBytes,
  };
}

type FlushTimes = Required<Pick<OutboxOptions, 'atEndOfTurn' | 'afterDelay'>>;

function scheduleFlush(flush: () => void, { atEndOfTurn, afterDelay }: FlushTimes) {
  let isTurnDue = false;
  let isDelayed = false;
  const endTurn = (): void => {
    isTurnDue = false;
    flush();
  };
  const endDelay = (): void => {
    isDelayed = false;
    flush();
  };
  return {
    atEndOfTurn: (): void => {
      if (isTurnDue) return;
      isTurnDue = true;
      atEndOfTurn(endTurn);
    },
    /** One timer at a time. It goes on when its bytes have been written, so that later ones may be written sooner. */
    later: (): void => {
      if (isDelayed) return;
      isDelayed = true;
      afterDelay(endDelay);
    },
  };
}
