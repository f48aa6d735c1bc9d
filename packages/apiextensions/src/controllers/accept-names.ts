/** Decides which of the names that a definition asks for it is granted. A name once granted stays its own. */
import { quote } from '@keelson/schema';

import { conditionOf, type ConditionState } from '../definition/conditions.ts';
import type { Definition, DefinitionNames } from '../definition/definition.ts';
import type { NameClaims } from './name-claims.ts';

export interface AcceptedNames {
  readonly names: DefinitionNames;
  readonly conditions: readonly ConditionState[];
}

interface Conflict {
  readonly reason: string;
  readonly message: string;
}

export function acceptNames(definition: Definition, claims: NameClaims): AcceptedNames {
  const granting = new Granting(definition, claims);
  const { names: wanted } = definition.spec;
  const names: DefinitionNames = { ...definition.status.acceptedNames };
  if (granting.resource('PluralConflict', [wanted.plural], [names.plural])) names.plural = wanted.plural;
  if (granting.resource('SingularConflict', [wanted.singular ?? ''], [names.singular ?? ''])) {
    setOrDelete(names, 'singular', wanted.singular);
  }
  if (granting.resource('ShortNamesConflict', wanted.shortNames ?? [], names.shortNames ?? [])) {
    setOrDelete(names, 'shortNames', wanted.shortNames);
  }
  if (granting.kind('KindConflict', wanted.kind, names.kind)) names.kind = wanted.kind;
  if (granting.kind('ListKindConflict', wanted.listKind ?? '', names.listKind ?? '')) {
    setOrDelete(names, 'listKind', wanted.listKind);
  }
  setOrDelete(names, 'categories', wanted.categories);
  return { names, conditions: conditionsOf(definition, granting.conflict) };
}

/** Remembers the last conflict, which is the one that is told. */
class Granting {
  conflict: Conflict | undefined;
  readonly #group: string;
  readonly #name: string;
  readonly #claims: NameClaims;

  constructor({ spec, metadata }: Definition, claims: NameClaims) {
    this.#group = spec.group;
    this.#name = metadata.name ?? '';
    this.#claims = claims;
  }

  /** All of them or none. */
  resource(reason: string, wanted: readonly string[], granted: readonly string[]): boolean {
    return this.#grant(reason, wanted, granted, (name) => this.#claims.isResourceTaken(this.#group, name, this.#name));
  }

  kind(reason: string, wanted: string, granted: string): boolean {
    return this.#grant(reason, [wanted], [granted], (name) => this.#claims.isKindTaken(this.#group, name, this.#name));
  }

  #grant(
    reason: string,
    wanted: readonly string[],
    granted: readonly string[],
    isTaken: (name: string) => boolean,
  ): boolean {
    const taken = wanted.filter((name) => name !== '' && !granted.includes(name) && isTaken(name));
    if (taken.length === 0) return true;
    const messages = taken.map((name) => `${quote(name)} is already in use`);
    this.conflict = { reason, message: messages.length === 1 ? messages.join() : `[${messages.join(', ')}]` };
    return false;
  }
}

/** A definition that was established once stays so, whatever it asks for later. */
function conditionsOf(definition: Definition, conflict: Conflict | undefined): ConditionState[] {
  const accepted: ConditionState =
    conflict === undefined
      ? { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found' }
      : { type: 'NamesAccepted', status: 'False', ...conflict };
  if (conditionOf(definition, 'Established')?.status === 'True') return [accepted];
  const established: ConditionState =
    conflict === undefined
      ? {
          type: 'Established',
          status: 'True',
          reason: 'InitialNamesAccepted',
          message: 'the initial names have been accepted',
        }
      : { type: 'Established', status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' };
  return [accepted, established];
}

function setOrDelete<K extends 'singular' | 'shortNames' | 'listKind' | 'categories'>(
  names: DefinitionNames,
  key: K,
  value: DefinitionNames[K],
): void {
  if (value === undefined) Reflect.deleteProperty(names, key);
  else names[key] = value;
}
