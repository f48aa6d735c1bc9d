/**
 * Feature gates of fields: while a gate is off, its fields are dropped from new objects, and kept on objects that use
 * them already, so that turning a gate off loses nothing that is stored. Fields that came with a later release than the
 * one that is served are treated likewise, and are unknown to it.
 */
import { compileOnce } from '../compile-once.ts';
import { inlined } from '../json/layout.ts';
import { childrenOf, messageWithin } from '../language/children-of.ts';
import type { Field, Message, Shape } from '../language/descriptor.ts';

type JsonObject = Record<string, unknown>;

export interface FieldGates {
  /**
   * Drops the fields of `object` whose gates are off and not in use in `old`. Returns true if it dropped any. Changes
   * `object`, which must be in canonical form.
   */
  drop(message: Message, object: object, old?: object): boolean;
  /** The paths of fields of `object`, in JSON, that the served release does not know. */
  unknownIn(message: Message, object: object): readonly string[];
  /** The values of `object` that the served release does not know, and that `old` has not in such a field. */
  findLaterValues(message: Message, object: object, old?: object): readonly LaterValue[];
  /** There are fields that came with later releases. */
  readonly hidesLater: boolean;
  isOn(gate: string): boolean;
}

/** True for a field that came with a later release. */
export type IsLaterField = (message: Message, field: string) => boolean;

/** A value that a field takes at later releases. */
export interface LaterValue {
  readonly path: string;
  readonly value: string;
  readonly supported: readonly string[];
}

/** The values of a field that came with later releases; undefined for most fields. */
export type LaterValues = (message: Message, field: string) => readonly string[] | undefined;

/** All gates are on. */
export const openGates: FieldGates = {
  drop: () => false,
  unknownIn: () => [],
  findLaterValues: () => [],
  hidesLater: false,
  isOn: () => true,
};

export interface LaterElements {
  readonly isLater?: IsLaterField | undefined;
  readonly laterValues?: LaterValues | undefined;
}

/** Messages that lead to no field behind one of these gates cost one look-up. */
export function createFieldGates(off: ReadonlySet<string>, { isLater, laterValues }: LaterElements = {}): FieldGates {
  const findersOf = compileFinders((message, name, { featureGate: gate, valueWhileOff, gatedAnnotations }) => {
    if (isLater?.(message, name) === true) return { gate: `${message.name} ${name}` };
    if (gatedAnnotations !== undefined && off.has(gatedAnnotations.featureGate)) {
      return { gate: gatedAnnotations.featureGate, annotations: gatedAnnotations.prefix };
    }
    return gate !== undefined && off.has(gate) ? { gate, instead: valueWhileOff } : undefined;
  });
  const unknownOf = compileFinders((message, name) => (isLater?.(message, name) === true ? { gate: name } : undefined));
  const limitedOf = compileFinders((message, name) => {
    const later = laterValues?.(message, name);
    return later === undefined ? undefined : { gate: `${message.name} ${name}`, later };
  });
  return {
    isOn: (gate) => !off.has(gate),
    hidesLater: isLater !== undefined,
    findLaterValues: (message, object, old) => {
      const find = limitedOf(message);
      if (find === undefined) return [];
      const known = new Set(old === undefined ? [] : usesIn(find, old).flatMap(laterValuesOf));
      return usesIn(find, object).flatMap((use) => tellLater(use, object, known));
    },
    drop: (message, object, old) => {
      const find = findersOf(message);
      if (find === undefined) return false;
      const used = usesIn(find, object);
      if (used.length === 0) return false;
      const before = new Set(old === undefined ? [] : usesIn(find, old).map(({ gate }) => gate));
      const dropped = used.filter(({ gate }) => !before.has(gate));
      for (const { holder, name, instead } of dropped) {
        if (instead === undefined) Reflect.deleteProperty(holder, name);
        else holder[name] = instead;
      }
      return dropped.length > 0;
    },
    unknownIn: (message, object) => {
      const find = unknownOf(message);
      const unknown = find === undefined ? [] : usesIn(find, object);
      return unknown.map(({ holder, name }) => pathTo(holder, name, object));
    },
  };
}

/** Keeps a field out. */
interface Barrier {
  readonly gate: string;
  /** Takes the place of the value while the gate is off; without it, the field is dropped. */
  readonly instead?: string | object | undefined;
  /** Drops only annotations with this prefix. */
  readonly annotations?: string;
  /** The values that are kept out, where others are not. */
  readonly later?: readonly string[];
}

/** A field that is behind a gate that is off, and has a value. */
interface Use extends Barrier {
  readonly holder: JsonObject;
  readonly name: string;
  readonly shape: Shape;
}

/** By field and value. */
function laterValuesOf({ holder, name, gate, later = [] }: Use): string[] {
  const given = [holder[name]].flat();
  return later.filter((value) => given.includes(value)).map((value) => `${gate} ${value}`);
}

function tellLater(use: Use, root: object, known: ReadonlySet<string>): LaterValue[] {
  const { holder, name, gate, later = [], shape } = use;
  const found = laterValuesOf(use).filter((key) => !known.has(key));
  const supported = valuesOf(shape).filter((value) => !later.includes(value));
  return found.map((key) => ({ path: pathTo(holder, name, root), value: key.slice(gate.length + 1), supported }));
}

function valuesOf(shape: Shape): readonly string[] {
  if (shape.kind === 'list') return valuesOf(shape.item);
  return shape.kind === 'string' ? [...(shape.enum ?? shape.known ?? [])].sort() : [];
}

type Find = (value: unknown, into: Use[]) => void;

function usesIn(find: Find, object: object): Use[] {
  const uses: Use[] = [];
  find(object, uses);
  return uses;
}

/** `undefined` for a field that is open. */
type BarrierOf = (message: Message, name: string, field: Field) => Barrier | undefined;

function compileFinders(barrierOf: BarrierOf): (message: Message) => Find | undefined {
  const reached = new WeakMap<Message, boolean>();
  const isReached = (message: Message): boolean => {
    let reaches = reached.get(message);
    if (reaches === undefined) reached.set(message, (reaches = reachesGate(message, barrierOf)));
    return reaches;
  };
  const finderOf: (message: Message) => Find = compileOnce((message): Find => {
    const own = Object.entries(message.fields).flatMap(([name, field]) => {
      const barrier = barrierOf(message, name, field);
      return barrier === undefined ? [] : [{ name, shape: field.shape, ...barrier }];
    });
    const nested = Object.entries(message.fields).flatMap(([name, field]) => {
      const find = findInField(field);
      return find === undefined ? [] : [{ name: field.presence === 'inline' ? undefined : name, find }];
    });
    return (value, into) => {
      const holder = value as JsonObject;
      for (const barrier of own) {
        const value = holder[barrier.name];
        if (!isThere(value)) continue;
        if (barrier.annotations !== undefined) into.push(...gatedAnnotationsIn(value as JsonObject, barrier));
        else if (value !== barrier.instead) into.push({ holder, ...barrier });
      }
      for (const { name, find } of nested) {
        const inner = name === undefined ? holder : holder[name];
        if (isThere(inner)) find(inner, into);
      }
    };
  });
  const findInField = (field: Field): Find | undefined =>
    field.presence === 'inline' ? findInMessage(() => inlined(field)) : findInShape(field.shape);
  const findInMessage = (message: () => Message): Find | undefined => {
    if (!isReached(message())) return undefined;
    let find: Find | undefined;
    return (value, into) => (find ??= finderOf(message()))(value, into);
  };
  const findInShape = (shape: Shape): Find | undefined => {
    const children = childrenOf(shape);
    switch (children.kind) {
      case 'none':
        return undefined;
      case 'items':
        return findInEach(findInShape(children.shape), (list) => list as unknown[]);
      case 'entries':
        return findInEach(findInShape(children.shape), (map) => Object.values(map as JsonObject));
      case 'message':
        return findInMessage(children.message);
      case 'alternative':
        return findInAlternative(findInMessage(children.message));
    }
  };
  return (message) => (isReached(message) ? finderOf(message) : undefined);
}

/** The map may be shared, so a filtered copy takes its place. */
function gatedAnnotationsIn(metadata: JsonObject, barrier: Omit<Use, 'holder'>): Use[] {
  const { annotations: prefix = '' } = barrier;
  const given = Object.entries(metadata['annotations'] ?? {});
  const left = given.filter(([name]) => !name.startsWith(prefix));
  if (left.length === given.length) return [];
  const instead = left.length === 0 ? undefined : Object.fromEntries(left);
  return [{ ...barrier, holder: metadata, name: 'annotations', instead }];
}

/** Walks all that is reachable; a message seen before adds nothing, so recursive ones end. */
function reachesGate(root: Message, barrierOf: BarrierOf): boolean {
  const seen = new Set([root]);
  for (const message of seen) {
    for (const [name, field] of Object.entries(message.fields)) {
      if (barrierOf(message, name, field) !== undefined) return true;
      const inner = messageWithin(field.shape);
      if (inner !== undefined) seen.add(inner);
    }
  }
  return false;
}

/** Walks all of the object: asked for what is rare, a field that should not be there. */
function pathTo(holder: object, name: string, root: object): string {
  const left: { readonly value: unknown; readonly path: string }[] = [{ value: root, path: '' }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, path } = next;
    if (value === holder) return path === '' ? name : `${path}.${name}`;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      const step = Array.isArray(value) ? `[${key}]` : path === '' ? key : `.${key}`;
      left.push({ value: inner, path: `${path}${step}` });
    }
  }
  return name;
}

function findInEach(find: Find | undefined, itemsOf: (value: unknown) => readonly unknown[]): Find | undefined {
  if (find === undefined) return undefined;
  return (value, into) => {
    for (const item of itemsOf(value)) if (isThere(item)) find(item, into);
  };
}

function findInAlternative(find: Find | undefined): Find | undefined {
  if (find === undefined) return undefined;
  return (value, into) => {
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof item === 'object' && item !== null) find(item, into);
    }
  };
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}
