/** The versions of a kind, as owners need them: an object in another version, and that version's structure. */
import type { MergeNode } from '@keelson/schema';

import type { JsonObject } from '../json-object.ts';

export interface Versioned {
  readonly object: JsonObject;
  readonly apiVersion: string;
  readonly structure: MergeNode;
}

/** The same object in another version, or undefined when that version is not served. Must not change its argument. */
export type ConvertTo = (from: Versioned, apiVersion: string) => Versioned | undefined;

/** Converts only where there is something to convert. */
export function objectInVersion(convert: ConvertTo, from: Versioned, apiVersion: string): Versioned | undefined {
  return from.apiVersion === apiVersion ? from : convert(from, apiVersion);
}
