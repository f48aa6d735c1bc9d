/** The names that are in use in each group: those that definitions were granted, and those of built-in kinds. */
import type { Scheme } from '@keelson/schema';

import type { DefinitionNames } from '../definition/definition.ts';

export interface NameClaims {
  /** Replaces the names that a definition was granted. Returns true if it now has others. */
  set(group: string, definition: string, names: DefinitionNames | undefined): boolean;
  /** The name of a resource, in the plural, in the singular, or short. */
  isResourceTaken(group: string, name: string, byOtherThan: string): boolean;
  isKindTaken(group: string, kind: string, byOtherThan: string): boolean;
}

interface Names {
  readonly resources: readonly string[];
  readonly kinds: readonly string[];
}

/** The claimant of names that are built in; no definition is called so. */
const builtIn = '';

export function createNameClaims(scheme: Scheme): NameClaims {
  const held = new Map<string, Names>();
  const resources = new ClaimIndex();
  const kinds = new ClaimIndex();

  for (const { group, plural, singular, shortNames, kind } of scheme.resources()) {
    for (const name of [plural, singular, ...shortNames]) resources.add(group, name, builtIn);
    for (const name of [kind, `${kind}List`]) kinds.add(group, name, builtIn);
  }
  return {
    set: (group, definition, names) => {
      const before = held.get(definition);
      const after = names && namesOf(names);
      if (isSame(before, after)) return false;
      resources.replace(group, definition, before?.resources, after?.resources);
      kinds.replace(group, definition, before?.kinds, after?.kinds);
      if (after === undefined) held.delete(definition);
      else held.set(definition, after);
      return true;
    },
    isResourceTaken: (group, name, byOtherThan) => resources.isTaken(group, name, byOtherThan),
    isKindTaken: (group, kind, byOtherThan) => kinds.isTaken(group, kind, byOtherThan),
  };
}

function namesOf({ plural, singular = '', shortNames = [], kind, listKind = '' }: DefinitionNames): Names {
  return {
    resources: [plural, singular, ...shortNames].filter((name) => name !== ''),
    kinds: [kind, listKind].filter((name) => name !== ''),
  };
}

function isSame(a: Names | undefined, b: Names | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The claimants of the names of groups; few names have several. */
class ClaimIndex {
  readonly #claimants = new Map<string, Set<string>>();

  add(group: string, name: string, claimant: string): void {
    const key = `${group}/${name}`;
    const claimants = this.#claimants.get(key);
    if (claimants === undefined) this.#claimants.set(key, new Set([claimant]));
    else claimants.add(claimant);
  }

  replace(group: string, claimant: string, before: readonly string[] = [], after: readonly string[] = []): void {
    for (const name of before) this.#delete(group, name, claimant);
    for (const name of after) this.add(group, name, claimant);
  }

  #delete(group: string, name: string, claimant: string): void {
    const key = `${group}/${name}`;
    const claimants = this.#claimants.get(key);
    claimants?.delete(claimant);
    if (claimants?.size === 0) this.#claimants.delete(key);
  }

  isTaken(group: string, name: string, byOtherThan: string): boolean {
    for (const claimant of this.#claimants.get(`${group}/${name}`) ?? []) if (claimant !== byOtherThan) return true;
    return false;
  }
}
