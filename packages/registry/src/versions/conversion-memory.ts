/**
 * Converted objects, remembered by the bytes that they were converted from: a list, a get and a watch event of one object
 * convert it once, and requests that come meanwhile share the conversion. Each result belongs to the declaration of its
 * version, so that none outlives a change of the webhook.
 */
import type { ObjectVersion } from '@keelson/cache';
import type { Resource } from '@keelson/schema';

/** The limit of the JSON of all remembered objects together. */
const defaultLimitBytes = 64 * 1024 * 1024;

/** The bytes of an object in the watch cache: its answer to a write and its event share them. */
type Source = ObjectVersion['value'];

interface Remembered {
  readonly to: Resource;
  readonly made: ObjectVersion;
  readonly next: Remembered | undefined;
}

export class ConversionMemory {
  readonly #limitBytes: number;
  readonly #known = new WeakMap<Source, Remembered>();
  readonly #underWay = new WeakMap<Source, Map<Resource, Promise<ObjectVersion>>>();
  /** In the order of their first conversion; evicted in that order. Objects that have left the watch cache are among them. */
  #holders: (Source | undefined)[] = [];
  #first = 0;
  #bytes = 0;

  constructor(limitBytes = defaultLimitBytes) {
    this.#limitBytes = limitBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  find({ value }: ObjectVersion, to: Resource): ObjectVersion | undefined {
    for (let link = this.#known.get(value); link !== undefined; link = link.next) if (link.to === to) return link.made;
    return undefined;
  }

  findUnderWay({ value }: ObjectVersion, to: Resource): Promise<ObjectVersion> | undefined {
    return this.#underWay.get(value)?.get(to);
  }

  /** Until it settles, others share it; then its result is remembered. */
  share({ value }: ObjectVersion, to: Resource, making: Promise<ObjectVersion>): void {
    const ofObject = this.#underWay.get(value) ?? new Map<Resource, Promise<ObjectVersion>>();
    ofObject.set(to, making);
    this.#underWay.set(value, ofObject);
    const forget = (): void => void ofObject.delete(to);
    making.then((made) => {
      forget();
      this.#keep(value, to, made);
    }, forget);
  }

  #keep(source: Source, to: Resource, made: ObjectVersion): void {
    if (made.value.length > this.#limitBytes) return;
    const before = this.#known.get(source);
    if (before === undefined) this.#holders.push(source);
    this.#known.set(source, { to, made, next: before });
    this.#bytes += made.value.length;
    while (this.#bytes > this.#limitBytes && this.#first < this.#holders.length) this.#forgetOldest();
  }

  #forgetOldest(): void {
    const oldest = this.#holders[this.#first];
    this.#holders[this.#first] = undefined;
    this.#first += 1;
    if (oldest !== undefined) {
      for (let link = this.#known.get(oldest); link !== undefined; link = link.next) {
        this.#bytes -= link.made.value.length;
      }
      this.#known.delete(oldest);
    }
    if (this.#first < 1024 || this.#first * 2 < this.#holders.length) return;
    this.#holders = this.#holders.slice(this.#first);
    this.#first = 0;
  }
}
