/** Decides what becomes of an object for the sake of a release: most stay as they are, those of unknown kinds included. */
import { parseGroupVersion } from '@keelson/meta';
import { groupVersion, type JsonValue, type Release, type Resource, type Scheme } from '@keelson/schema';

import { decisionsOn } from './convert-version.ts';
import type { InputDocument, JsonDocument } from './documents.ts';
import { findSuccessor } from './migrate-version.ts';
import { readObject } from './read-object.ts';

export type Move =
  /** `value`: as it was read. */
  | { readonly kind: 'stays'; readonly value: JsonValue; readonly warnings: readonly string[] }
  /** `to` is absent for what is to be read and written in its own version. */
  | { readonly kind: 'moves'; readonly to?: { readonly group: string; readonly version: string } };

export function planMove(scheme: Scheme, document: InputDocument, release: Release): Move {
  const resource = resourceOfDocument(scheme, document);
  const successor = resource && findSuccessor(scheme, resource, release);
  if (successor?.kind === 'moves') return { kind: 'moves', to: successor.to };
  // Objects in protobuf have no other form than that of their declaration, and lists have items of their own.
  if (document.form === 'protobuf' || isMixedList(document)) return { kind: 'moves' };
  const warnings = successor?.kind === 'gone' && resource ? farewell(scheme, document, resource, release) : [];
  return { kind: 'stays', value: document.value, warnings };
}

function farewell(scheme: Scheme, document: JsonDocument, from: Resource, release: Release): readonly string[] {
  const read = readObject(scheme, document);
  const decisions = read.ok ? decisionsOn(scheme, read.object, from) : [];
  return [`${groupVersion(from)} ${from.kind} is gone in ${release}`, ...decisions];
}

/** The resource of an object, or of the items of a list of one kind. */
function resourceOfDocument(scheme: Scheme, document: InputDocument): Resource | undefined {
  const { apiVersion, kind } = typeOf(document);
  const parsed = parseGroupVersion(apiVersion);
  if (!parsed.ok) return undefined;
  const { groupVersion: gv } = parsed;
  const own = scheme.resourceOfKind({ ...gv, kind });
  if (own !== undefined || !kind.endsWith('List')) return own;
  return scheme.resourceOfKind({ ...gv, kind: kind.slice(0, -'List'.length) });
}

function isMixedList(document: InputDocument): boolean {
  const { apiVersion, kind } = typeOf(document);
  return apiVersion === 'v1' && kind === 'List';
}

function typeOf(document: InputDocument): { readonly apiVersion: string; readonly kind: string } {
  if (document.form === 'protobuf') return document;
  const { value } = document;
  const { apiVersion, kind } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return { apiVersion: typeof apiVersion === 'string' ? apiVersion : '', kind: typeof kind === 'string' ? kind : '' };
}
