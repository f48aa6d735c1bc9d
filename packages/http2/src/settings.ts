/** The SETTINGS of both sides (RFC 9113, section 6.5.2). */
import { protocolError } from './errors.ts';

const settingId = { headerTableSize: 1, enablePush: 2, mostStreams: 3, initialWindow: 4, headerListBytes: 6 } as const;
const settingBytes = 6;
const largestWindow = 0x7fff_ffff;

export interface PeerSettings {
  readonly mostStreams?: number;
  readonly initialWindow?: number;
}

/** Only those that matter to a client. Throws on a window above the maximum. */
export function readSettings(payload: Buffer): PeerSettings {
  const found = new Map<number, number>();
  for (let at = 0; at + settingBytes <= payload.length; at += settingBytes) {
    found.set(payload.readUInt16BE(at), payload.readUInt32BE(at + 2));
  }
  const mostStreams = found.get(settingId.mostStreams);
  const initialWindow = found.get(settingId.initialWindow);
  if (initialWindow !== undefined && initialWindow > largestWindow)
    throw protocolError('the server sent a window that is none');
  return {
    ...(mostStreams !== undefined && { mostStreams }),
    ...(initialWindow !== undefined && { initialWindow }),
  };
}

export interface OwnSettings {
  /** The initial window of each stream. */
  readonly streamWindow: number;
  readonly headerListBytes: number;
}

/** No dynamic table for headers, no server push. */
export function ownSettings({ streamWindow, headerListBytes }: OwnSettings): Buffer {
  const settings = [
    [settingId.headerTableSize, 0],
    [settingId.enablePush, 0],
    [settingId.initialWindow, streamWindow],
    [settingId.headerListBytes, headerListBytes],
  ] as const;
  const payload = Buffer.alloc(settings.length * settingBytes);
  for (const [index, [id, value]] of settings.entries()) {
    payload.writeUInt16BE(id, index * settingBytes);
    payload.writeUInt32BE(value, index * settingBytes + 2);
  }
  return payload;
}
