/** A copy of a decoded object that others share, for a write: it costs a quarter of decoding the bytes again. */
import { setOwn } from '@keelson/schema';

import type { ApiObject, Metadata } from './api-object.ts';

/** The fields in entries of `managedFields` stay shared: they are replaced, and never changed. */
export function copyObject(object: object): ApiObject {
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(object)) {
    setOwn(copy, key, key === 'metadata' ? copyMetadata(value as Metadata) : copyValue(value));
  }
  return copy as ApiObject;
}

function copyMetadata(metadata: Metadata): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(metadata)) {
    copy[key] = key === 'managedFields' && Array.isArray(value) ? value.map(copyEntry) : copyValue(value);
  }
  return copy;
}

function copyEntry(entry: unknown): unknown {
  return typeof entry === 'object' && entry !== null ? { ...entry } : entry;
}

function copyValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyValue);
  // Numbers that keep their text are objects of a class, and are never changed.
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const copy: Record<string, unknown> = {};
  const fields = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(fields)) setOwn(copy, key, copyValue(fields[key]));
  return copy;
}
