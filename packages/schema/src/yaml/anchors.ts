/**
 * Anchors and what their aliases stand for. A few lines of aliases can stand for more than any memory holds, so what
 * they add is counted, values and characters, and refused beyond a budget.
 */
import { ExactNumber } from '../formats/exact-number.ts';
import { setOwn } from '../json/set-own.ts';
import type { JsonValue } from '../language/json-value.ts';
import { fail } from './yaml-fault.ts';

/** Enough for honest files, far too few for an explosion. */
const valuesLimit = 100_000;
/** As much as a body may have. */
const charactersLimit = 3 * 1024 * 1024;

const unfinished = Symbol('the value of an anchor is being read');

export class Anchors {
  readonly #values = new Map<string, JsonValue | typeof unfinished>();
  #valuesLeft = valuesLimit;
  #charactersLeft = charactersLimit;

  /** The value that follows is that of the anchor. */
  begin(name: string): void {
    this.#values.set(name, unfinished);
  }

  end(name: string, value: JsonValue): void {
    this.#values.set(name, value);
  }

  /** Each document has anchors of its own; the budget is that of the whole text. */
  clear(): void {
    this.#values.clear();
  }

  /** A copy of what the alias stands for, which may nest as many levels as are left. */
  copyOf(name: string, offset: number, levelsLeft: number): JsonValue {
    const value = this.#values.get(name);
    if (value === undefined) fail(`alias *${name} names no anchor`, offset);
    if (value === unfinished) fail(`alias *${name} contains itself`, offset);
    return this.#copy(value, offset, levelsLeft);
  }

  #copy(value: JsonValue, offset: number, levelsLeft: number): JsonValue {
    this.#valuesLeft -= 1;
    if (typeof value === 'string') this.#charactersLeft -= value.length;
    if (value instanceof ExactNumber) this.#charactersLeft -= value.text.length;
    this.#refuseExplosion(offset);
    if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value;
    if (levelsLeft <= 0) fail('aliases nest too deep', offset);
    if (Array.isArray(value)) {
      return (value as readonly JsonValue[]).map((item) => this.#copy(item, offset, levelsLeft - 1));
    }
    const copy: Record<string, JsonValue> = {};
    for (const [key, item] of Object.entries(value as Record<string, JsonValue>)) {
      this.#charactersLeft -= key.length;
      setOwn(copy, key, this.#copy(item, offset, levelsLeft - 1));
    }
    return copy;
  }

  #refuseExplosion(offset: number): void {
    if (this.#valuesLeft < 0 || this.#charactersLeft < 0) fail('aliases repeat too much of the document', offset);
  }
}
