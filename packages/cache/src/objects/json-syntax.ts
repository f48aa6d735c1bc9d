/**
 * Checks that bytes are one JSON text (RFC 8259, section 2) without building what it says.
 * One pass, no recursion: about 1 µs for a value of 1 KB, half of what parsing costs.
 *
 * Every `skip…` takes the position at which something begins and returns the one behind
 * it, or the complement (`~`, below zero) of the position at which it ceases to be JSON.
 */
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const dot = 0x2e;
const minus = 0x2d;
const plus = 0x2b;
const zero = 0x30;
const nine = 0x39;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const letterE = 0x65;
const letterU = 0x75;
const upperE = 0x45;

const literals = ['true', 'false', 'null'].map((word) => Buffer.from(word));
const shortEscapes: ReadonlySet<number | undefined> = new Set(Buffer.from('"\\/bfnrt'));
const hexDigits: ReadonlySet<number | undefined> = new Set(Buffer.from('0123456789abcdefABCDEF'));

/**
 * The position at which the text ceases to be JSON, `undefined` if it is JSON. Bytes above
 * 0x7f pass inside strings; the caller checks that they are UTF-8.
 */
export function findSyntaxError(bytes: Uint8Array): number | undefined {
  /** The closing bracket of each object and array that is open. */
  const open: number[] = [];
  let at = skipSpace(bytes, 0);
  for (;;) {
    const depth = open.length;
    at = beginValue(bytes, at, open);
    if (at < 0) return ~at;
    // The first value inside is next.
    if (open.length > depth) continue;
    at = endValue(bytes, at, open);
    if (at < 0) return ~at;
    if (open.length === 0) return at === bytes.length ? undefined : at;
  }
}

/** Skips a value, or enters an object or array that is not empty: up to the first value inside. */
function beginValue(bytes: Uint8Array, at: number, open: number[]): number {
  switch (bytes[at]) {
    case quote:
      return skipString(bytes, at);
    case openBrace: {
      const first = skipSpace(bytes, at + 1);
      if (bytes[first] === closeBrace) return first + 1;
      open.push(closeBrace);
      return skipName(bytes, first);
    }
    case openBracket: {
      const first = skipSpace(bytes, at + 1);
      if (bytes[first] === closeBracket) return first + 1;
      open.push(closeBracket);
      return first;
    }
    default:
      return isDigit(bytes[at]) || bytes[at] === minus ? skipNumber(bytes, at) : skipLiteral(bytes, at);
  }
}

/** From behind a value to the next one: closes what ends here. To the end of the text, if nothing is open any more. */
function endValue(bytes: Uint8Array, from: number, open: number[]): number {
  let at = skipSpace(bytes, from);
  while (open.length > 0) {
    const closing = open.at(-1);
    if (bytes[at] === comma) {
      const next = skipSpace(bytes, at + 1);
      return closing === closeBrace ? skipName(bytes, next) : next;
    }
    if (bytes[at] !== closing) return ~at;
    open.pop();
    at = skipSpace(bytes, at + 1);
  }
  return at;
}

/** The name of a member and its colon, up to the value. */
function skipName(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== quote) return ~at;
  const end = skipString(bytes, at);
  if (end < 0) return end;
  const next = skipSpace(bytes, end);
  return bytes[next] === colon ? skipSpace(bytes, next + 1) : ~next;
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isSpace(bytes[at])) at += 1;
  return at;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function skipString(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  for (;;) {
    at = skipPlain(bytes, at);
    const byte = bytes[at];
    if (byte === quote) return at + 1;
    if (byte !== backslash) return ~at;
    at = skipEscape(bytes, at);
    if (at < 0) return at;
  }
}

/** Up to what ends a string or has a meaning in it, be it the end of the bytes. Most bytes of objects are skipped here. */
function skipPlain(bytes: Uint8Array, from: number): number {
  let at = from;
  const last = bytes.length - 8;
  // Eight at a time take less than half as long as each by itself.
  while (at <= last && arePlain(bytes, at)) at += 8;
  while (at < bytes.length && classOf(bytes[at]) === 0) at += 1;
  return at;
}

/** 1 for a quote, a backslash and control characters. */
const special = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte < 0x20 || byte === quote || byte === backslash),
);

/** Of the eight bytes from here on, which are all there. */
function arePlain(bytes: Uint8Array, at: number): boolean {
  const first = classOf(bytes[at]) | classOf(bytes[at + 1]) | classOf(bytes[at + 2]) | classOf(bytes[at + 3]);
  if (first !== 0) return false;
  return (classOf(bytes[at + 4]) | classOf(bytes[at + 5]) | classOf(bytes[at + 6]) | classOf(bytes[at + 7])) === 0;
}

function classOf(byte: number | undefined): number {
  return special[byte ?? 0] ?? 0;
}

function skipEscape(bytes: Uint8Array, from: number): number {
  const kind = bytes[from + 1];
  if (kind !== letterU) return shortEscapes.has(kind) ? from + 2 : ~(from + 1);
  for (let at = from + 2; at < from + 6; at += 1) if (!hexDigits.has(bytes[at])) return ~at;
  return from + 6;
}

function skipLiteral(bytes: Uint8Array, from: number): number {
  const literal = literals.find(([first]) => first === bytes[from]);
  if (literal === undefined) return ~from;
  for (const [index, byte] of literal.entries()) if (bytes[from + index] !== byte) return ~(from + index);
  return from + literal.length;
}

function skipNumber(bytes: Uint8Array, from: number): number {
  const start = bytes[from] === minus ? from + 1 : from;
  let at = bytes[start] === zero ? start + 1 : skipDigits(bytes, start);
  if (at >= 0 && bytes[at] === dot) at = skipDigits(bytes, at + 1);
  if (at < 0 || (bytes[at] !== letterE && bytes[at] !== upperE)) return at;
  const isSigned = bytes[at + 1] === plus || bytes[at + 1] === minus;
  return skipDigits(bytes, isSigned ? at + 2 : at + 1);
}

/** One digit at least. */
function skipDigits(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isDigit(bytes[at])) at += 1;
  return at === from ? ~at : at;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= zero && byte <= nine;
}
