/** The connections to a member, with the time limits of etcd, and their failures in the words of this package. */
import { openConnection, type Http2Connection, type Http2Error } from '@keelson/http2';
import { atEndOfTurn } from '@keelson/telemetry';

import type { CredentialSource } from '../credentials.ts';
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
  readonly credentials: CredentialSource | undefined;
  /** The initial flow-control window of each stream. */
  readonly streamWindow: number;
}

export interface MemberConnections {
  /** One that takes calls; it is opened when there is none. */
  take(): Http2Connection;
  /** Ends all, those that drain included. */
  close(): void;
}

export function createMemberConnections(options: MemberOptions): MemberConnections {
  const { url, credentials, streamWindow, pingMs = defaultPingMs, stallMs = defaultStallMs } = options;
  const all = new Set<Http2Connection>();
  let latest: Http2Connection | undefined;
  const open = (): Http2Connection => {
    const onOver = (): void => void all.delete(opened);
    const socket = openSocket(new URL(url), credentials?.());
    const opened = openConnection({ socket, streamWindow, pingMs, stallMs, onOver, atEndOfTurn });
    all.add(opened);
    return opened;
  };
  return {
    take: () => (latest?.isTaking() === true ? latest : (latest = open())),
    close: () => {
      for (const connection of [...all]) connection.close();
    },
  };
}

export function transportErrorOf({ message, isUnsent, cause }: Http2Error): TransportError {
  return new TransportError(message, { isUnsent, cause });
}
