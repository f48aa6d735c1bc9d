/** A stored object in JSON that this server did not store, to the complete JSON of its stored version. */
import { findTextFault } from '@keelson/cache';
import { decodeJson, maxNesting, parseJson, typeMetaOf, type Resource } from '@keelson/schema';

import { encodeCompleted, type CompletionParts } from './encode-completed.ts';
import type { ReadForm } from './map-values.ts';
import { findNamedKind } from './named-kind.ts';

const tooDeep = `it nests deeper than ${String(maxNesting)} objects and lists`;

/** Never throws. `stored` is what the folder of its key holds. What is no JSON stays as it is, for its readers to refuse. */
export function decodeStoredJson(parts: CompletionParts, stored: Resource, value: Uint8Array): ReadForm {
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  // U+FFFD takes the place of what is not UTF-8.
  const text = bytes.toString('utf8');
  const parsed = parseJson(text);
  if (!parsed.ok) return findTextFault(bytes) === undefined ? unreadable(tooDeep) : { value, isStale: false };
  const named = findNamedKind(parts.scheme, stored, typeMetaOf(parsed.value));
  if (typeof named === 'string') return unreadable(named);
  const { resource } = named;
  const decoded = decodeJson(resource.message, parsed.value);
  if (!decoded.ok) return unreadable(`it cannot be decoded: ${decoded.message}`);
  const complete = encodeCompleted(parts, { resource, stored }, decoded.object);
  // kube-apiserver ends what it stores with a newline.
  const isWhole = complete === text.trimEnd() && !text.includes('\ufffd');
  return isWhole
    ? { value: bytes.subarray(0, bytes.length - (text.length - complete.length)), isStale: false }
    : { value: Buffer.from(complete, 'utf8'), isStale: true };
}

function unreadable(fault: string): ReadForm {
  return { value: { fault }, isStale: false };
}
