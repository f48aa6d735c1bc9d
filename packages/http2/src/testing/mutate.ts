/** Mutations of bytes for fuzz tests: flips, insertions, deletions, repetitions, cuts; few, so that most of the input stays valid. */
import fc from 'fast-check';

export interface Mutation {
  readonly kind: 'flip' | 'set' | 'insert' | 'delete' | 'repeat' | 'cut';
  /** The place, as a share of the length. */
  readonly place: number;
  readonly length: number;
  readonly byte: number;
}

/** Bytes that mean something in lengths, flags and varints come up often. */
const byte = fc.oneof(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff), fc.integer({ min: 0, max: 255 }));

export const mutations: fc.Arbitrary<readonly Mutation[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('flip', 'set', 'insert', 'delete', 'repeat', 'cut'),
    place: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.integer({ min: 1, max: 12 }),
    byte,
  }),
  { minLength: 1, maxLength: 6 },
);

export function mutate(bytes: Uint8Array, changes: readonly Mutation[]): Buffer {
  return changes.reduce(apply, Buffer.from(bytes));
}

function apply(bytes: Buffer, { kind, place, length, byte: value }: Mutation): Buffer {
  const at = Math.min(Math.floor(place * bytes.length), Math.max(bytes.length - 1, 0));
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  switch (kind) {
    case 'flip':
      return Buffer.concat([before, Buffer.of((after[0] ?? 0) ^ (1 << (length % 8))), after.subarray(1)]);
    case 'set':
      return Buffer.concat([before, Buffer.of(value), after.subarray(1)]);
    case 'insert':
      return Buffer.concat([before, Buffer.alloc(length, value), after]);
    case 'delete':
      return Buffer.concat([before, after.subarray(length)]);
    case 'repeat':
      return Buffer.concat([before, after.subarray(0, length), after]);
    case 'cut':
      return Buffer.from(before);
  }
}

/** The bytes in chunks of these sizes, in turn. */
export function chunksOf(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? bytes.length;
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
}
