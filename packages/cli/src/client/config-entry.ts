/** One object of a YAML configuration: hands out its fields, and reports the line of a fault. */
import { findYamlLine, parseYaml } from '@keelson/schema';
import type { JsonValue } from '@keelson/schema';

/**
 * A kubeconfig that is missing or unreadable: the message has the path of the file, and the line
 * where there is one.
 */
export class KubeconfigError extends Error {}

type Path = readonly (string | number)[];

export interface ConfigFile {
  readonly path: string;
  readonly text: string;
}

export class ConfigEntry {
  readonly #file: ConfigFile;
  readonly #path: Path;
  readonly #fields: ReadonlyMap<string, JsonValue>;

  constructor(file: ConfigFile, path: Path, value: JsonValue | undefined) {
    this.#file = file;
    this.#path = path;
    if (value !== undefined && value !== null && !isObject(value)) this.fail('', 'this is no object');
    this.#fields = new Map(isObject(value) ? Object.entries(value) : []);
  }

  has(name: string): boolean {
    return (this.#fields.get(name) ?? null) !== null;
  }

  /** Empty texts count as absent. */
  text(name: string): string | undefined {
    const value = this.#fields.get(name) ?? '';
    if (typeof value !== 'string') this.fail(name, `${name} is no text`);
    return value === '' ? undefined : value;
  }

  texts(name: string): readonly string[] {
    const value = this.#fields.get(name) ?? [];
    if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
    return this.fail(name, `${name} is no list of texts`);
  }

  flag(name: string): boolean {
    const value = this.#fields.get(name) ?? false;
    return typeof value === 'boolean' ? value : this.fail(name, `${name} is neither true nor false`);
  }

  entry(name: string): ConfigEntry {
    return new ConfigEntry(this.#file, [...this.#path, name], this.#fields.get(name));
  }

  list(name: string): readonly ConfigEntry[] {
    const value = this.#fields.get(name) ?? [];
    if (!Array.isArray(value)) this.fail(name, `${name} is no list`);
    const items = value as readonly JsonValue[];
    return items.map((item, index) => new ConfigEntry(this.#file, [...this.#path, name, index], item));
  }

  /** About one of the fields; about all of it where the name is empty. */
  fail(name: string, message: string): never {
    const { path, text } = this.#file;
    const line = findYamlLine(text, name === '' ? this.#path : [...this.#path, name]);
    throw new KubeconfigError(`${path}: ${line === undefined ? '' : `line ${line}: `}${message}`);
  }
}

export function parseKubeconfig(file: ConfigFile): ConfigEntry {
  const parsed = parseYaml(file.text);
  if (parsed.ok) return new ConfigEntry(file, [], parsed.documents[0]);
  const line = parsed.line === undefined ? '' : `line ${parsed.line}: `;
  throw new KubeconfigError(`${file.path}: ${line}${parsed.message}`);
}

function isObject(value: JsonValue | undefined): value is Readonly<Record<string, JsonValue>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
