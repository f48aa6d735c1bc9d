/**
 * The values that expressions compute with. An `int` is a bigint, a `double` is a number, `bytes` are a Uint8Array;
 * what JavaScript has no value for has a class here. An error is a value too, because `&&` and `||` absorb it.
 */

export type CelValue =
  | bigint
  | number
  | string
  | boolean
  | null
  | Uint8Array
  | CelUint
  | CelList
  | CelMap
  | CelObject
  | CelTimestamp
  | CelDuration
  | CelTypeName
  | CelUrl
  | CelFault;

/** An evaluation error, such as a division by zero. */
export class CelFault {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

export const noSuchOverload = new CelFault('no such overload');

/** An unsigned integer of 64 bits. */
export class CelUint {
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }
}

/** An instant, in nanoseconds since 1970. */
export class CelTimestamp {
  readonly nanoseconds: bigint;

  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds;
  }
}

export class CelDuration {
  readonly nanoseconds: bigint;

  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds;
  }
}

/** A type as a value: the result of `type(x)`. */
export class CelTypeName {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A parsed URL. Two are equal if they were read from equal texts. */
export class CelUrl {
  readonly text: string;
  readonly scheme: string;
  readonly host: string;
  readonly path: string;
  readonly query: string;

  constructor(parts: Readonly<Record<'text' | 'scheme' | 'host' | 'path' | 'query', string>>) {
    this.text = parts.text;
    this.scheme = parts.scheme;
    this.host = parts.host;
    this.path = parts.path;
    this.query = parts.query;
  }
}

/**
 * A list. One that comes from data converts an item when it is read.
 *
 * `identityOf` is there for lists of type `set` and `map`: the key that tells an item from the others. Their equality
 * ignores order, and `+` merges.
 */
export interface ListIdentity {
  readonly identityOf: (item: CelValue) => string | undefined;
}

export class CelList {
  readonly size: number;
  readonly identity: ListIdentity | undefined;
  readonly #items: readonly unknown[];
  readonly #read: ((raw: unknown) => CelValue) | undefined;

  constructor(items: readonly unknown[], read?: (raw: unknown) => CelValue, identity?: ListIdentity) {
    this.size = items.length;
    this.identity = identity;
    this.#items = items;
    this.#read = read;
  }

  static of(items: readonly CelValue[], identity?: ListIdentity): CelList {
    return new CelList(items, undefined, identity);
  }

  at(index: number): CelValue {
    const item = this.#items[index];
    return this.#read === undefined ? (item as CelValue) : this.#read(item);
  }

  /** All items; the first one that cannot be read instead, if there is one. */
  items(): CelValue[] | CelFault {
    const items: CelValue[] = [];
    for (let index = 0; index < this.size; index += 1) {
      const item = this.at(index);
      if (item instanceof CelFault) return item;
      items.push(item);
    }
    return items;
  }
}

/** A map. Keys are strings, integers or booleans; equal numbers of different types are one key. */
export interface CelMap {
  readonly isMap: true;
  readonly size: number;
  get(key: CelValue): CelValue | undefined;
  keys(): CelValue[];
}

export function isCelMap(value: CelValue): value is CelMap {
  return typeof value === 'object' && value !== null && 'isMap' in value;
}

/** The values of a literal. */
export class LiteralMap implements CelMap {
  readonly isMap = true;
  readonly #entries = new Map<string | boolean | bigint, readonly [CelValue, CelValue]>();
  /** Listed once: the map of a literal is asked in every evaluation. */
  #keys: CelValue[] | undefined;

  get size(): number {
    return this.#entries.size;
  }

  /** Returns false if the key is there already, `undefined` if it cannot be a key. */
  add(key: CelValue, value: CelValue): boolean | undefined {
    const name = mapKey(key);
    if (name === undefined) return undefined;
    if (this.#entries.has(name)) return false;
    this.#keys = undefined;
    this.#entries.set(name, [key, value]);
    return true;
  }

  get(key: CelValue): CelValue | undefined {
    const name = mapKey(key);
    return name === undefined ? undefined : this.#entries.get(name)?.[1];
  }

  keys(): CelValue[] {
    return (this.#keys ??= Array.from(this.#entries.values(), ([key]) => key));
  }
}

/** The keys of objects, which are listed once: a loop may ask for them in every turn. */
const keysOfData = new WeakMap<object, string[]>();

function keysOf(data: Readonly<Record<string, unknown>>): string[] {
  const known = keysOfData.get(data);
  if (known !== undefined) return known;
  const keys = Object.keys(data);
  keysOfData.set(data, keys);
  return keys;
}

/** A JSON object as a map of strings to values of one type. */
export class DataMap implements CelMap {
  readonly isMap = true;
  readonly #data: Readonly<Record<string, unknown>>;
  readonly #read: (raw: unknown) => CelValue;

  constructor(data: Readonly<Record<string, unknown>>, read: (raw: unknown) => CelValue) {
    this.#data = data;
    this.#read = read;
  }

  get size(): number {
    return this.keys().length;
  }

  get(key: CelValue): CelValue | undefined {
    return typeof key === 'string' && Object.hasOwn(this.#data, key) ? this.#read(this.#data[key]) : undefined;
  }

  keys(): string[] {
    return keysOf(this.#data);
  }
}

/** The fields of an object, by their names in expressions. */
export type ObjectFields = ReadonlyMap<
  string,
  { readonly property: string; readonly read: (raw: unknown) => CelValue }
>;

/** A JSON object with declared fields. A field that is null is absent. */
export class CelObject {
  readonly fields: ObjectFields;
  readonly #data: Readonly<Record<string, unknown>>;

  constructor(data: Readonly<Record<string, unknown>>, fields: ObjectFields) {
    this.#data = data;
    this.fields = fields;
  }

  /** The number of properties, those that are not declared included. */
  get size(): number {
    return keysOf(this.#data).length;
  }

  /** The properties that are not declared, which no expression can reach, but equality does. */
  unknownProperties(): Record<string, unknown> {
    const known = new Set([...this.fields.values()].map(({ property }) => property));
    return Object.fromEntries(Object.entries(this.#data).filter(([property]) => !known.has(property)));
  }

  get(name: string): CelValue | undefined {
    const field = this.fields.get(name);
    if (field === undefined || !Object.hasOwn(this.#data, field.property)) return undefined;
    const raw = this.#data[field.property];
    return raw === null ? undefined : field.read(raw);
  }

  /** The property of a field is there, be it null. */
  hasProperty(name: string): boolean {
    const field = this.fields.get(name);
    return field !== undefined && Object.hasOwn(this.#data, field.property);
  }

  has(name: string): boolean {
    const field = this.fields.get(name);
    if (field === undefined || !Object.hasOwn(this.#data, field.property)) return false;
    return this.#data[field.property] !== null;
  }
}

/** What equal keys have in common; `undefined` for what cannot be a key. A text stays as it is, with its hash. */
function mapKey(key: CelValue): string | boolean | bigint | undefined {
  if (typeof key === 'string' || typeof key === 'boolean' || typeof key === 'bigint') return key;
  if (key instanceof CelUint) return key.value;
  return typeof key === 'number' && Number.isInteger(key) ? BigInt(key) : undefined;
}
