/** Every kind of the API with objects of it: what the laws are checked on. */
import fc from 'fast-check';

import { createApiScheme } from '@keelson/api';
import { groupVersion } from '@keelson/schema';
import type { KnownKind } from '@keelson/schema';
import { arbitraryObject } from '@keelson/schema/testing';

/** With what is no longer served, as that has to stay readable. */
export const scheme = createApiScheme({ includeRetired: true });

export function titleOf(kind: KnownKind): string {
  return `${kind.kind} of ${groupVersion(kind)}`;
}

export const everyKind: readonly (readonly [title: string, kind: KnownKind])[] = [...scheme.kinds()].map((kind) => [
  titleOf(kind),
  kind,
]);

/** How many messages may be nested in each other. */
const deepest = 5;

/** Checks a law on generated objects of a kind; few each, as there are many kinds. */
export function checkLaw(kind: KnownKind, law: (object: object) => void): void {
  const apiVersion = groupVersion(kind);
  const bodies = arbitraryObject(kind.message, deepest);
  const objects = bodies.map((body) => (kind.message.hasTypeMeta ? { kind: kind.kind, apiVersion, ...body } : body));
  fc.assert(fc.property(objects, law), { numRuns: runs() });
}

/** More of them with LAW_RUNS, for a long look. */
function runs(): number {
  return Number(process.env['LAW_RUNS'] ?? 12);
}
