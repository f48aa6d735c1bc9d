/** Frames of HTTP/2 as bytes, for clients that break its rules: those of Node and nghttp2 keep them. */
export const frameTypes = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  ping: 6,
  goAway: 7,
  continuation: 9,
} as const;

export interface FrameHead {
  readonly type: number;
  readonly flags?: number;
  readonly stream?: number;
}

export function rawFrame({ type, flags = 0, stream = 0 }: FrameHead, payload: Uint8Array = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** SETTINGS, as pairs of an identifier and a value. */
export function rawSettings(settings: readonly (readonly [number, number])[]): Buffer {
  const payload = Buffer.concat(
    settings.map(([identifier, value]) => {
      const pair = Buffer.alloc(6);
      pair.writeUInt16BE(identifier, 0);
      pair.writeUInt32BE(value, 2);
      return pair;
    }),
  );
  return rawFrame({ type: frameTypes.settings }, payload);
}

/** The preface of a client (RFC 9113, section 3.4). */
export function rawPreface(settings: readonly (readonly [number, number])[] = []): Buffer {
  return Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), rawSettings(settings)]);
}

/** Fields without indexing and without Huffman codes (RFC 7541, section 6.2.2). Values have at most 126 bytes. */
export function rawGet(path: string, authorization: string): Buffer {
  const text = (value: string): Buffer => Buffer.concat([Buffer.of(value.length), Buffer.from(value)]);
  const [methodGet, schemeHttps, authorityName, pathName, authorizationName] = [0x82, 0x87, 0x01, 0x04, [0x0f, 0x08]];
  return Buffer.concat([
    Buffer.of(methodGet, schemeHttps, authorityName),
    text('localhost'),
    Buffer.of(pathName),
    text(path),
    Buffer.from(authorizationName),
    text(authorization),
  ]);
}
