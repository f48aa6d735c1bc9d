/** Assignability of types: binds variables, and undoes the bindings of an attempt that fails. */
import { resolveType } from './cel-type.ts';
import type { CelType, SimpleKind, SimpleType, VariableType } from './cel-type.ts';

/** The variables of a call, by the names of the parameters. */
export type Instantiation = Map<string, VariableType>;

/** Replaces the parameters of a declaration by the variables of one call. */
export function instantiate(type: CelType, variables: Instantiation): CelType {
  switch (type.kind) {
    case 'parameter': {
      const variable = variables.get(type.name) ?? { kind: 'variable', bound: undefined };
      variables.set(type.name, variable);
      return variable;
    }
    case 'list':
      return { ...type, item: instantiate(type.item, variables) };
    case 'map':
      return { ...type, key: instantiate(type.key, variables), value: instantiate(type.value, variables) };
    case 'type':
      return { ...type, of: instantiate(type.of, variables) };
    default:
      return type;
  }
}

const nullable = new Set<CelType['kind']>(['object', 'timestamp', 'duration', 'url']);

/** Binds variables in order, so that an attempt can be undone. */
export class TypeBindings {
  readonly #trail: (readonly [VariableType, CelType | undefined])[] = [];

  /** Returns true if all of `actual` fit `expected`; if not, nothing is bound. */
  fit(expected: readonly CelType[], actual: readonly CelType[]): boolean {
    const mark = this.#trail.length;
    const fits = expected.length === actual.length && expected.every((type, index) => this.#fits(type, actual[index]));
    if (!fits) this.undo(mark);
    return fits;
  }

  get mark(): number {
    return this.#trail.length;
  }

  undo(mark: number): void {
    while (this.#trail.length > mark) {
      const last = this.#trail.pop();
      if (last !== undefined) last[0].bound = last[1];
    }
  }

  #fits(expected: CelType, actual: CelType | undefined): boolean {
    if (actual === undefined) return false;
    const [a, b] = [resolveType(expected), resolveType(actual)];
    if (a === b) return true;
    if (a.kind === 'variable') return this.#bind(a, b);
    if (b.kind === 'variable') return this.#bind(b, a);
    if (isAny(a.kind) || isAny(b.kind)) return true;
    const fits = isNullWith(a, b) || this.#haveEqualForm(a, b);
    // The variable keeps the larger sizes of what it stands for, and is not null if something else is meant.
    if (fits && expected.kind === 'variable') this.#set(expected, joinTypes(a, b));
    return fits;
  }

  #haveEqualForm(a: CelType, b: CelType): boolean {
    if (a.kind === 'list' && b.kind === 'list') return this.#fits(a.item, b.item);
    if (a.kind === 'map' && b.kind === 'map') return this.#fits(a.key, b.key) && this.#fits(a.value, b.value);
    if (a.kind === 'object' && b.kind === 'object') return a.fields === b.fields;
    if (a.kind === 'type' && b.kind === 'type') return true;
    return a.kind === b.kind;
  }

  #bind(variable: VariableType, type: CelType): boolean {
    if (contains(type, variable)) return false;
    this.#set(variable, type);
    return true;
  }

  #set(variable: VariableType, type: CelType): void {
    if (contains(type, variable)) return;
    this.#trail.push([variable, variable.bound]);
    variable.bound = type;
  }
}

function isNullWith(a: CelType, b: CelType): boolean {
  return (a.kind === 'null' && nullable.has(b.kind)) || (b.kind === 'null' && nullable.has(a.kind));
}

function isAny(kind: SimpleKind | CelType['kind']): boolean {
  return kind === 'dyn' || kind === 'error';
}

function contains(type: CelType, variable: VariableType): boolean {
  const found = type.kind === 'variable' ? resolveType(type) : type;
  if (found === variable || type === variable) return true;
  if (found.kind === 'list') return contains(found.item, variable);
  return found.kind === 'map' && (contains(found.key, variable) || contains(found.value, variable));
}

/** The type of either of two values whose types fit: with the larger sizes. */
export function joinTypes(first: CelType, second: CelType): CelType {
  const [a, b] = [resolveType(first), resolveType(second)];
  if (a.kind !== b.kind) return a.kind === 'null' || a.kind === 'variable' ? b : a;
  if (a.kind === 'list' && b.kind === 'list') {
    return { kind: 'list', item: joinTypes(a.item, b.item), maxElements: larger(a, b) };
  }
  if (a.kind === 'map' && b.kind === 'map') {
    const [key, value] = [joinTypes(a.key, b.key), joinTypes(a.value, b.value)];
    return { kind: 'map', key, value, maxElements: larger(a, b) };
  }
  return a === b || !isSized(a) || !isSized(b) ? a : { ...a, maxElements: larger(a, b) };
}

const unsized = new Set<CelType['kind']>(['object', 'type', 'parameter', 'variable']);

function isSized(type: CelType): type is SimpleType {
  return !unsized.has(type.kind);
}

interface Sized {
  readonly maxElements?: number | undefined;
}

/** A size that is not known is the largest. */
function larger(a: Sized, b: Sized): number | undefined {
  if (a.maxElements === undefined || b.maxElements === undefined) return undefined;
  return Math.max(a.maxElements, b.maxElements);
}
