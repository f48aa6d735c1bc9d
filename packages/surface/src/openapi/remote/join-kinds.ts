/**
 * The kinds that a definition stands for. Where another server has an equal definition for kinds of its own, such as the
 * options of a delete, the one that is there stands for those too.
 */
import type { DocumentV2 } from '../write-v2.ts';

/** A kind as it was received: texts alone. */
export interface JoinedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** The kinds that a definition of this server has beside its own. */
export interface JoinedKinds {
  readonly name: string;
  readonly kinds: readonly JoinedKind[];
}

export const kindsField = 'x-kubernetes-group-version-kind';

/** Kinds that `theirs` has and `own` lacks. Values that have not the form of a kind are left out. */
export function missingKinds(own: unknown, theirs: unknown): readonly JoinedKind[] {
  const known = new Set(kindsOf(own).map(keyOf));
  return kindsOf(theirs).filter((kind) => {
    const key = keyOf(kind);
    return !known.has(key) && known.add(key);
  });
}

function kindsOf(definition: unknown): readonly JoinedKind[] {
  const kinds = (definition as Readonly<Record<string, unknown>> | undefined)?.[kindsField];
  if (!Array.isArray(kinds)) return [];
  return kinds.flatMap((each: unknown) => {
    const { group, version, kind } = (each ?? {}) as Readonly<Record<keyof JoinedKind, unknown>>;
    const isKind = typeof group === 'string' && typeof version === 'string' && typeof kind === 'string';
    return isKind ? [{ group, version, kind }] : [];
  });
}

function keyOf({ group, version, kind }: JoinedKind): string {
  return JSON.stringify([group, version, kind]);
}

/** All of them, by the names of their definitions: several servers may join kinds to one. */
export function uniteKinds(joined: readonly JoinedKinds[]): readonly JoinedKinds[] {
  const byName = new Map<string, JoinedKind[]>();
  for (const { name, kinds } of joined) {
    const all = byName.get(name) ?? [];
    all.push(...missingKinds({ [kindsField]: all }, { [kindsField]: kinds }));
    byName.set(name, all);
  }
  return [...byName].map(([name, kinds]) => ({ name, kinds }));
}

/** In the order of group, version and kind, as other servers of this API sort the kinds that they joined. */
export function withJoinedKinds(document: DocumentV2, joined: readonly JoinedKinds[]): DocumentV2 {
  if (joined.length === 0) return document;
  const definitions = { ...document.definitions };
  for (const { name, kinds } of joined) {
    const definition = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
    if (definition === undefined) continue;
    const all = [...kindsOf(definition), ...missingKinds(definition, { [kindsField]: kinds })];
    const printed = (each: JoinedKind): string => `${each.group}.${each.version}.${each.kind}`;
    all.sort((a, b) => (printed(a) < printed(b) ? -1 : 1));
    definitions[name] = { ...definition, [kindsField]: all };
  }
  return { ...document, definitions };
}
