/**
 * Bytes to text. Refuses invalid UTF-8 rather than replacing it, and keeps a
 * byte order mark for the parser to refuse.
 */
import { isUtf8 } from 'node:buffer';

export type TextResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string; readonly offset: number };

export function decodeText(bytes: Uint8Array): TextResult {
  if (isUtf8(bytes)) {
    return { ok: true, text: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8') };
  }
  const offset = findInvalid(bytes);
  return { ok: false, message: `invalid UTF-8 at byte ${offset}`, offset };
}

/** Skips what is valid in strides, so that only the last stride is looked at character by character. */
function findInvalid(bytes: Uint8Array): number {
  let at = 0;
  for (;;) {
    const end = startOfCharacter(bytes, Math.min(at + 4096, bytes.length));
    if (end <= at || !isUtf8(bytes.subarray(at, end))) return scanFrom(bytes, at);
    at = end;
  }
}

function scanFrom(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length) {
    const length = [1, 2, 3, 4].find((n) => at + n <= bytes.length && isUtf8(bytes.subarray(at, at + n)));
    if (length === undefined) return at;
    at += length;
  }
  return at;
}

/** Where the character begins that `end` would cut; `end` itself when it cuts none. */
function startOfCharacter(bytes: Uint8Array, end: number): number {
  for (let at = end; at > 0 && end - at < 4; at -= 1) {
    if (((bytes[at] ?? 0) & 0xc0) !== 0x80) return at;
  }
  return end;
}
