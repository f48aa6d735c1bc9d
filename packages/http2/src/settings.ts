/** The SETTINGS of both sides (RFC 9113, section 6.5.2). */
import { protocolError, resetCodes } from './errors.ts';
import { largestPayload } from './frames.ts';

const settingId = {
  headerTableSize: 1,
  enablePush: 2,
  mostStreams: 3,
  initialWindow: 4,
  frameBytes: 5,
  headerListBytes: 6,
} as const;
const settingBytes = 6;
const largestWindow = 0x7fff_ffff;

export interface PeerSettings {
  readonly mostStreams?: number;
  readonly initialWindow?: number;
  /** The largest of those in the frame. Present with `initialWindow`, which is the last. */
  readonly highestWindow?: number;
}

/** Only those that matter here. Throws on a window above the maximum, also where another one follows (section 6.5.3). */
export function readSettings(payload: Buffer): PeerSettings {
  const found = new Map<number, number>();
  let highestWindow = 0;
  for (let at = 0; at + settingBytes <= payload.length; at += settingBytes) {
    const [id, value] = [payload.readUInt16BE(at), payload.readUInt32BE(at + 2)];
    if (id === settingId.initialWindow) highestWindow = Math.max(highestWindow, value);
    found.set(id, value);
  }
  if (highestWindow > largestWindow) throw protocolError('the peer sent a window that is none', resetCodes.flowControl);
  const mostStreams = found.get(settingId.mostStreams);
  const initialWindow = found.get(settingId.initialWindow);
  return {
    ...(mostStreams !== undefined && { mostStreams }),
    ...(initialWindow !== undefined && { initialWindow, highestWindow }),
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
  return writeSettings(settings);
}

export interface ServerSettings extends OwnSettings {
  readonly mostStreams: number;
}

/** The table for headers stays as it is by default: clients use it before they have read this. */
export function serverSettings({ mostStreams, streamWindow, headerListBytes }: ServerSettings): Buffer {
  return writeSettings([
    [settingId.mostStreams, mostStreams],
    [settingId.initialWindow, streamWindow],
    [settingId.headerListBytes, headerListBytes],
  ]);
}

function writeSettings(settings: readonly (readonly [id: number, value: number])[]): Buffer {
  const payload = Buffer.alloc(settings.length * settingBytes);
  for (const [index, [id, value]] of settings.entries()) {
    payload.writeUInt16BE(id, index * settingBytes);
    payload.writeUInt32BE(value, index * settingBytes + 2);
  }
  return payload;
}

const largestFrame = 2 ** 24 - 1;

/** Those that a server has to refuse, with the values that they may have; of the window, `readSettings` does. */
const ranges: ReadonlyMap<number, readonly [least: number, most: number]> = new Map([
  [settingId.enablePush, [0, 1]],
  [settingId.frameBytes, [largestPayload, largestFrame]],
]);

/** Throws for values that may not be. */
export function checkSettings(payload: Buffer): void {
  for (let at = 0; at + settingBytes <= payload.length; at += settingBytes) {
    const [least, most] = ranges.get(payload.readUInt16BE(at)) ?? [0, Infinity];
    const value = payload.readUInt32BE(at + 2);
    if (value < least || value > most) throw protocolError('the peer sent a setting that is none');
  }
}
