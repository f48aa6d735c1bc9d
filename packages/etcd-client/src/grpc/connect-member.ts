/** A connection to a member, with the time limits of etcd, and its failures in the words of this package. */
import { openConnection, type Http2Connection, type Http2Error } from '@keelson/http2';

import type { EtcdCredentials } from '../credentials.ts';
import { TransportError } from '../errors.ts';
import { openSocket } from './open-socket.ts';

/** Above the shortest interval that etcd allows (`--grpc-keepalive-min-time`, 5 s). */
export const defaultPingMs = 6_000;
/** Longer than a handshake takes on a busy machine, and short beside the time limit of a request. */
const defaultStallMs = 4_000;

export interface ConnectionTiming {
  /** Between keepalive pings. */
  readonly pingMs?: number | undefined;
  /** The longest time that anything may wait for the member without progress. */
  readonly stallMs?: number | undefined;
}

export interface MemberOptions extends ConnectionTiming {
  readonly url: string;
  readonly credentials: EtcdCredentials | undefined;
  /** The initial flow-control window of each stream. */
  readonly streamWindow: number;
}

export function connectMember(options: MemberOptions): Http2Connection {
  const { url, credentials, streamWindow, pingMs = defaultPingMs, stallMs = defaultStallMs } = options;
  return openConnection({ socket: openSocket(new URL(url), credentials), streamWindow, pingMs, stallMs });
}

export function transportErrorOf({ message, isUnsent, cause }: Http2Error): TransportError {
  return new TransportError(message, { isUnsent, cause });
}
