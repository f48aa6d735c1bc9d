/**
 * Puts `"resourceVersion":"N"` into the stored JSON of an object, as text: nothing
 * is parsed, no number can change. It knows where the field belongs and no other
 * thing about objects.
 *
 * The invariant it rests on: the value is one JSON object whose `metadata` is an
 * object with its fields in declared order, so that only the fields before
 * `resourceVersion` stand before it. Writers keep it; kind and apiVersion come first,
 * so the walk ends after some 200 bytes however large the object is. Members of
 * another order cost time, not correctness, with one exception: a resourceVersion
 * behind fields that should follow it is not found, and would be there twice.
 */

/** The fields of metadata that come before it; all hold strings. */
const fieldsBefore = new Set(['name', 'generateName', 'namespace', 'selfLink', 'uid']);

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/**
 * Always a copy of its own, of exactly its size. A resourceVersion that stands in its
 * place already is replaced, so finished values can be finished again. What is no
 * object with metadata comes back as it is.
 */
export function spliceResourceVersion(value: Uint8Array, revision: number): Buffer {
  const bytes = Buffer.isBuffer(value) ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  const place = findPlace(bytes);
  if (place === undefined) return joinAround(bytes, 0, '', 0);
  return joinAround(bytes, place.start, textFor(place, revision), place.end);
}

/** Whether splicing would give these bytes; nothing is copied to find out. */
export function isSpliced(value: Buffer, revision: number, spliced: Buffer): boolean {
  const place = findPlace(value);
  if (place === undefined) return value.equals(spliced);
  const { start, end } = place;
  const text = textFor(place, revision);
  const behind = start + text.length;
  return (
    spliced.length === value.length - (end - start) + text.length &&
    value.compare(spliced, behind, spliced.length, end) === 0 &&
    value.compare(spliced, 0, start, 0, start) === 0 &&
    spliced.toString('latin1', start, behind) === text
  );
}

function textFor({ before, after }: Place, revision: number): string {
  return `${before}"resourceVersion":"${revision}"${after}`;
}

interface Place {
  /** The bytes from start to end give way to the field. */
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

function findPlace(bytes: Buffer): Place | undefined {
  const metadata = findMetadata(bytes);
  if (metadata === undefined || bytes[metadata] !== openBrace) return undefined;
  let end = metadata + 1;
  for (let at = skipSpace(bytes, end); bytes[at] === quote; at = skipSpace(bytes, at + 1)) {
    const member = readMember(bytes, at);
    if (member.name === 'resourceVersion') {
      return { start: at, end: skipValue(bytes, member.value), before: '', after: '' };
    }
    if (!fieldsBefore.has(member.name)) {
      return { start: at, end: at, before: '', after: ',' };
    }
    end = skipValue(bytes, member.value);
    at = skipSpace(bytes, end);
    if (bytes[at] !== comma) break;
  }
  return { start: end, end, before: end === metadata + 1 ? '' : ',', after: '' };
}

/** Where the value of the top-level `metadata` begins. */
function findMetadata(bytes: Buffer): number | undefined {
  let at = skipSpace(bytes, 0);
  if (bytes[at] !== openBrace) return undefined;
  do {
    at = skipSpace(bytes, at + 1);
    if (bytes[at] !== quote) return undefined;
    const member = readMember(bytes, at);
    if (member.name === 'metadata') return member.value;
    at = skipSpace(bytes, skipValue(bytes, member.value));
  } while (bytes[at] === comma);
  return undefined;
}

interface Member {
  readonly name: string;
  /** Where its value begins. */
  readonly value: number;
}

function readMember(bytes: Buffer, at: number): Member {
  const end = skipString(bytes, at);
  const name = bytes.toString('latin1', at + 1, end - 1);
  const next = skipSpace(bytes, end);
  return { name, value: bytes[next] === colon ? skipSpace(bytes, next + 1) : next };
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && (bytes[at] ?? 0) <= 0x20) at += 1;
  return at;
}

/** Returns where the string has ended, behind its closing quote. */
function skipString(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at + 1;
}

function skipValue(bytes: Uint8Array, from: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) {
      at = skipString(bytes, at) - 1;
      if (depth === 0) return at + 1;
    } else if (byte === openBrace || byte === openBracket) {
      depth += 1;
    } else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1;
      if (depth <= 0) return depth < 0 ? at : at + 1;
    } else if (byte === comma && depth === 0) {
      return at;
    }
  }
  return bytes.length;
}

function joinAround(bytes: Buffer, start: number, text: string, end: number): Buffer {
  // Not from the pool of small buffers: one that lives long would hold back a slab of 8 KB.
  const joined = Buffer.allocUnsafeSlow(bytes.length - (end - start) + text.length);
  bytes.copy(joined, 0, 0, start);
  joined.write(text, start, 'latin1');
  bytes.copy(joined, start + text.length, end);
  return joined;
}
