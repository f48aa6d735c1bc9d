/** What the two ends of a connection tell each other about themselves (RFC 9113, section 6.5). */
const settingId = { headerTableSize: 1, enablePush: 2, mostStreams: 3, initialWindow: 4 } as const;
const settingBytes = 6;

export interface PeerSettings {
  readonly mostStreams?: number;
  readonly initialWindow?: number;
}

/** Only what counts here. */
export function readSettings(payload: Buffer): PeerSettings {
  const found = new Map<number, number>();
  for (let at = 0; at + settingBytes <= payload.length; at += settingBytes) {
    found.set(payload.readUInt16BE(at), payload.readUInt32BE(at + 2));
  }
  const mostStreams = found.get(settingId.mostStreams);
  const initialWindow = found.get(settingId.initialWindow);
  return {
    ...(mostStreams !== undefined && { mostStreams }),
    ...(initialWindow !== undefined && { initialWindow }),
  };
}

/** Headers are not to be remembered, nothing is to be pushed. `streamWindow`: of each answer so much may be on its way. */
export function ownSettings(streamWindow: number): Buffer {
  const settings = [
    [settingId.headerTableSize, 0],
    [settingId.enablePush, 0],
    [settingId.initialWindow, streamWindow],
  ] as const;
  const payload = Buffer.alloc(settings.length * settingBytes);
  for (const [index, [id, value]] of settings.entries()) {
    payload.writeUInt16BE(id, index * settingBytes);
    payload.writeUInt32BE(value, index * settingBytes + 2);
  }
  return payload;
}
