/**
 * Puts `"resourceVersion":"N"` into the stored JSON of an object, as text: nothing
 * is parsed, no number can change. It knows where the field belongs and no other
 * thing about objects.
 *
 * The invariant it rests on: the value is one JSON object whose `metadata` is an
 * object with its fields in declared order, so that only the fields before
 * `resourceVersion` stand before it. Writers keep it; kind and apiVersion come first,
 * so the walk ends after some 200 bytes however large the object is. Members of
 * another order, as in what was exported from an API and put into the store by hand,
 * cost time, not correctness.
 */
import type { Allocate } from '@keelson/storage';

import { findMember, findMetadata, firstMember, isNamed, memberAfter, memberName, skipValue } from './json-members.ts';
import type { Member } from './json-members.ts';

/** The fields of metadata that come before it; all hold strings. */
const fieldsBefore = ['name', 'namespace', 'uid', 'generateName', 'selfLink'].map(memberName);
const [, , uid = memberName('')] = fieldsBefore;
const resourceVersion = memberName('resourceVersion');

/**
 * Always returns a copy, of exactly its size. A resourceVersion that is already in its
 * place is replaced, so finished values can be finished again. A value that is no object
 * with metadata is copied unchanged.
 */
export function spliceResourceVersion(value: Uint8Array, revision: number, allocate: Allocate = allocateAlone): Buffer {
  const bytes = Buffer.isBuffer(value) ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  const place = findPlace(bytes);
  if (place === undefined) return joinAround(bytes, { start: 0, text: '', end: 0 }, allocate);
  const { start, end } = place;
  return joinAround(bytes, { start, text: textFor(place, revision), end }, allocate);
}

/** Compares with the result of splicing, without copying. */
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
  if (metadata === undefined) return undefined;
  let end = metadata + 1;
  let before = '';
  let hasUid = false;
  for (let member = firstMember(bytes, metadata); member !== undefined; member = memberAfter(bytes, end)) {
    if (isNamed(bytes, member, resourceVersion)) return inPlaceOf(bytes, member);
    if (!isBefore(bytes, member)) {
      // In any order but the declared one the uid comes later, and a resourceVersion may.
      const found = hasUid ? undefined : findMember(bytes, member, resourceVersion);
      if (found !== undefined) return inPlaceOf(bytes, found);
      return { start: member.start, end: member.start, before: '', after: ',' };
    }
    hasUid ||= isNamed(bytes, member, uid);
    before = ',';
    end = skipValue(bytes, member.value);
  }
  return { start: end, end, before, after: '' };
}

function isBefore(bytes: Buffer, member: Member): boolean {
  for (const name of fieldsBefore) if (isNamed(bytes, member, name)) return true;
  return false;
}

function inPlaceOf(bytes: Buffer, { start, value }: Member): Place {
  return { start, end: skipValue(bytes, value), before: '', after: '' };
}

/** Not from the pool of small buffers: one that lives long would hold back a slab of 8 KB. */
function allocateAlone(bytes: number): Buffer {
  return Buffer.allocUnsafeSlow(bytes);
}

interface Splice {
  /** The bytes from start to end give way to the text. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function joinAround(bytes: Buffer, { start, text, end }: Splice, allocate: Allocate): Buffer {
  const joined = allocate(bytes.length - (end - start) + text.length);
  bytes.copy(joined, 0, 0, start);
  joined.write(text, start, 'latin1');
  bytes.copy(joined, start + text.length, end);
  return joined;
}
