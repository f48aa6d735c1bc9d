/** One value under way from protobuf to JSON, and the refusal that hands it to the decoder and encoder of objects. */
import type { WireReader } from '../reader.ts';
import type { JsonBytes } from './json-bytes.ts';

export interface Transcoding {
  readonly reader: WireReader;
  /** The bytes that the reader reads. */
  readonly source: Buffer;
  readonly out: JsonBytes;
  /** Where fields begin, for each message that the reader is in: 0 for a field that is not there. */
  readonly positions: FieldPositions;
}

/** A stack of numbers. */
export class FieldPositions {
  top = 0;
  list = new Int32Array(1_024);

  /** Returns the index of the first of so many, all zero. */
  push(count: number): number {
    const base = this.top;
    this.top += count;
    if (this.top > this.list.length) this.#grow();
    // Most messages have few fields, for which a loop costs less than a call.
    for (let index = base; index < this.top; index++) this.list[index] = 0;
    return base;
  }

  #grow(): void {
    const grown = new Int32Array(this.top * 2);
    grown.set(this.list);
    this.list = grown;
  }
}

/** Writes what is at the reader's position. Returns false where a field then looks as if it were not there. */
export type Emit = (transcoding: Transcoding) => boolean;

/** A field that was written: where its value begins and ends. */
export interface WrittenMember {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Writes a message that ends at the reader's limit, and notes its own fields where `members` is given. */
export type EmitMessage = (transcoding: Transcoding, members?: WrittenMember[]) => void;

const refusal = new Error('not a form that is transcoded');

/** Made once, since a trace of the stack for each value would cost more than the value. */
export function refuseForm(): never {
  throw refusal;
}

export function isRefusal(fault: unknown): boolean {
  return fault === refusal;
}
