/**
 * Values that this process has written in another form, until its watch delivers them: the event is recognised by its
 * bytes, and need not be decoded. Forgetting one costs that work and nothing else.
 */
export interface WrittenForm {
  readonly stored: Uint8Array;
  readonly value: Uint8Array;
}

const mostKept = 500;
/** Larger values are decoded again. */
const mostBytes = 32_768;

export class WrittenForms {
  readonly #byKey = new Map<string, WrittenForm>();

  add(key: string, written: WrittenForm): void {
    if (written.value.byteLength > mostBytes) return;
    this.#byKey.delete(key);
    this.#byKey.set(key, written);
    if (this.#byKey.size <= mostKept) return;
    const oldest = this.#byKey.keys().next().value;
    if (oldest !== undefined) this.#byKey.delete(oldest);
  }

  /** The value, if exactly these bytes were stored for it; it is not asked for again. */
  take(key: string, stored: Uint8Array): Uint8Array | undefined {
    const written = this.#byKey.get(key);
    if (written === undefined || Buffer.compare(written.stored, stored) !== 0) return undefined;
    this.#byKey.delete(key);
    return written.value;
  }
}
