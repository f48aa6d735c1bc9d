/**
 * Estimates the cost of a write: finds bodies and objects that are so large,
 * or have so many parts, that to read, default, check and write them would hold up the
 * event loop. It refuses to know what the bytes mean, and errs on the side of the worker.
 */
import type { Body, PatchRequest } from '@keelson/registry';

/**
 * A part (an item of a list, a field of an object) costs 5 to 10 µs on its way through all
 * steps of a write, and three times that before the code is warm: a thousand are 30 ms at
 * worst. A byte of text costs some 10 ns.
 */
const mostParts = 1_000;
const mostBytes = 64 * 1024;
/** Fewer bytes hold hardly more than `mostParts` parts: the smallest is two bytes of protobuf, or three of JSON. */
const fewBytes = 2 * 1024;
/**
 * A definition beyond this is not read by the writes of its objects on the main thread: to parse its schema and to
 * compile what an object meets costs some 100 ns a byte, and an object of few bytes may have all of its defaults.
 */
const mostDefinitionBytes = 128 * 1024;
/** YAML costs ten times what JSON does, and aliases multiply what they stand for. */
const fewYamlBytes = 1024;

export function isHeavyBody({ format, bytes }: Body): boolean {
  switch (format) {
    case 'json':
      return isHeavy(bytes, jsonMarks);
    case 'protobuf':
      return isHeavy(bytes, protobufMarks);
    case 'yaml':
      return isHeavyYaml(bytes);
  }
}

export function isHeavyPatch({ kind, bytes }: PatchRequest['patch']): boolean {
  switch (kind) {
    case 'merge':
    case 'strategic':
      return isHeavy(bytes, jsonMarks);
    case 'json':
      return copies(bytes) || isHeavy(bytes, jsonMarks);
    case 'apply':
      return bytes[0] === openBrace ? isHeavy(bytes, jsonMarks) : isHeavyYaml(bytes);
  }
}

/** Of an object as it is stored. */
export function isHeavyObject(value: Uint8Array): boolean {
  return isHeavy(value, jsonMarks);
}

/** Of the definition of a custom resource, as it is stored. */
export function isHeavyDefinition(value: Uint8Array): boolean {
  return value.length > mostDefinitionBytes;
}

const openBrace = 0x7b;
const [asterisk, backslash] = [0x2a, 0x5c];

function isHeavyYaml(bytes: Uint8Array): boolean {
  return bytes.length > fewYamlBytes || bytes.includes(asterisk);
}

/** A few copies of copies make a large object out of a small one. A name with an escape may be any name. */
function copies(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return text.includes('copy') || text.includes(backslash);
}

/** Where a part begins: behind a comma, or an opening bracket. In strings these count too. */
const jsonMarks = marksOf((byte) => byte === 0x2c || byte === 0x5b || byte === openBrace);

/** Each part has a length, and the length of a small part is no character of a text. */
const protobufMarks = marksOf((byte) => byte < 0x20);

function marksOf(isMark: (byte: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (isMark(byte) ? 1 : 0));
}

/** About a nanosecond for each byte. */
function isHeavy(bytes: Uint8Array, marks: Uint8Array): boolean {
  const { length } = bytes;
  if (length <= fewBytes) return false;
  if (length > mostBytes) return true;
  let parts = 0;
  for (let at = 0; at < length; at += 1) parts += marks[bytes[at] ?? 0] ?? 0;
  return parts > mostParts;
}
