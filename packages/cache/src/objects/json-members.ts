/**
 * Walks the members of objects in JSON text, as bytes: nothing is parsed, and names are not
 * decoded to strings, which would cost more than the walk. The text must be JSON; for other
 * text the result is meaningless, but the walk ends.
 */
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

export interface Member {
  /** Where the member begins: the opening quote of its name. */
  readonly start: number;
  /** Behind the closing quote of its name. */
  readonly nameEnd: number;
  /** Where its value begins. */
  readonly value: number;
}

/** A name as it is written in JSON: one with escapes in it is not found by its plain form. */
export type Name = Uint8Array;

export function memberName(text: string): Name {
  return Buffer.from(text, 'latin1');
}

const metadata = memberName('metadata');
const apiVersion = memberName('apiVersion');

/** The first member of an object, `undefined` if it has none or if no object begins here. */
export function firstMember(bytes: Buffer, object: number): Member | undefined {
  return bytes[object] === openBrace ? memberAt(bytes, skipWhitespace(bytes, object + 1)) : undefined;
}

/** The member behind a value, `undefined` if that was the last one. */
export function memberAfter(bytes: Buffer, valueEnd: number): Member | undefined {
  const at = skipWhitespace(bytes, valueEnd);
  return bytes[at] === comma ? memberAt(bytes, skipWhitespace(bytes, at + 1)) : undefined;
}

/** Searches from this member on. Reads every byte up to the member found. */
export function findMember(bytes: Buffer, from: Member | undefined, name: Name): Member | undefined {
  let member = from;
  while (member !== undefined && !isNamed(bytes, member, name))
    member = memberAfter(bytes, skipValue(bytes, member.value));
  return member;
}

export function isNamed(bytes: Buffer, { start, nameEnd }: Member, name: Name): boolean {
  if (nameEnd - start !== name.length + 2) return false;
  for (let at = 0; at < name.length; at += 1) if (bytes[start + 1 + at] !== name[at]) return false;
  return true;
}

/** Where the object begins that is the value of the top-level `metadata`. */
export function findMetadata(bytes: Buffer): number | undefined {
  const value = findMember(bytes, firstMember(bytes, skipWhitespace(bytes, 0)), metadata)?.value;
  return value !== undefined && bytes[value] === openBrace ? value : undefined;
}

/** A view of the bytes of `metadata`. Reads every byte up to its end. */
export function metadataBytes(bytes: Buffer): Buffer | undefined {
  const start = findMetadata(bytes);
  return start === undefined ? undefined : bytes.subarray(start, skipValue(bytes, start));
}

/** A view of the bytes of the top-level `apiVersion`, quotes included. Mostly it is among the first members. */
export function apiVersionBytes(bytes: Buffer): Buffer | undefined {
  const value = findMember(bytes, firstMember(bytes, skipWhitespace(bytes, 0)), apiVersion)?.value;
  return value === undefined ? undefined : bytes.subarray(value, skipValue(bytes, value));
}

function memberAt(bytes: Buffer, at: number): Member | undefined {
  if (bytes[at] !== quote) return undefined;
  const nameEnd = skipString(bytes, at);
  const next = skipWhitespace(bytes, nameEnd);
  return { start: at, nameEnd, value: bytes[next] === colon ? skipWhitespace(bytes, next + 1) : next };
}

export function skipWhitespace(bytes: Uint8Array, from: number): number {
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

export function skipValue(bytes: Uint8Array, from: number): number {
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
