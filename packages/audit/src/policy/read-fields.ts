/** Reads the fields of an object in a document, one by one, and finds unknown fields. */
import type { JsonValue } from '@keelson/schema';

type Step = string | number;

/** An invalid field of a policy file, with its path. */
export class PolicyFault extends Error {
  readonly path: readonly Step[];

  constructor(path: readonly Step[], message: string) {
    super(path.length === 0 ? message : `${printPath(path)}: ${message}`);
    this.path = path;
  }
}

function printPath(path: readonly Step[]): string {
  return path
    .map((step, at) => (typeof step === 'number' ? `[${String(step)}]` : `${at === 0 ? '' : '.'}${step}`))
    .join('');
}

export class PolicyFieldReader {
  readonly #fields: ReadonlyMap<string, JsonValue>;
  readonly #path: readonly Step[];
  readonly #read = new Set<string>();

  constructor(value: JsonValue, path: readonly Step[]) {
    this.#path = path;
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new PolicyFault(path, 'this is no object');
    this.#fields = new Map(Object.entries(value));
  }

  text(name: string): string {
    const text = this.optionalText(name);
    return text === '' ? this.fail([name], 'this is needed') : text;
  }

  /** Empty when absent. */
  optionalText(name: string): string {
    const value = this.#take(name) ?? '';
    return typeof value === 'string' ? value : this.fail([name], 'this is no text');
  }

  texts(name: string): readonly string[] {
    return this.#items(name).map((item, index) =>
      typeof item === 'string' ? item : this.fail([name, index], 'this is no text'),
    );
  }

  list(name: string): readonly PolicyFieldReader[] {
    return this.#items(name).map((item, index) => new PolicyFieldReader(item, [...this.#path, name, index]));
  }

  flag(name: string): boolean | undefined {
    const value = this.#take(name) ?? undefined;
    return value === undefined || typeof value === 'boolean'
      ? value
      : this.fail([name], 'this is neither true nor false');
  }

  oneOf<T extends string>(name: string, allowed: readonly T[]): T {
    const text = this.text(name);
    return allowed.find((each) => each === text) ?? this.fail([name], `"${text}" is not one of ${allowed.join(', ')}`);
  }

  skip(name: string): void {
    this.#read.add(name);
  }

  /** Whatever is left was misspelt, or belongs somewhere else. */
  end(): void {
    const left = [...this.#fields.keys()].find((name) => !this.#read.has(name));
    if (left !== undefined) this.fail([left], 'there is no such field');
  }

  fail(path: readonly Step[], message: string): never {
    throw new PolicyFault([...this.#path, ...path], message);
  }

  #take(name: string): JsonValue | undefined {
    this.#read.add(name);
    return this.#fields.get(name);
  }

  #items(name: string): readonly JsonValue[] {
    const value = this.#take(name) ?? [];
    return Array.isArray(value) ? (value as readonly JsonValue[]) : this.fail([name], 'this is no list');
  }
}
