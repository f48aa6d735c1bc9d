/**
 * Decodes the Huffman code of HPACK (RFC 7541, appendix B). The code is canonical: bytes with equally long codes have
 * consecutive ones, so the lengths alone define it.
 */
import { protocolError, resetCodes } from './errors.ts';

/** By the length of the code, from 5 bits on: the bytes in the order of their codes; ranges as first–last. */
const bytesByBits: readonly string[] = [
  '30-32 61 63 65 69 6f 73-74',
  '20 25 2d-2f 33-39 3d 41 5f 62 64 66-68 6c-6e 70 72 75',
  '3a 42-57 59 6a-6b 71 76-7a',
  '26 2a 2c 3b 58 5a',
  '',
  '21-22 28-29 3f',
  '27 2b 7c',
  '23 3e',
  '0 24 40 5b 5d 7e',
  '5e 7d',
  '3c 60 7b',
  '',
  '',
  '',
  '5c c3 d0',
  '80 82-83 a2 b8 c2 e0 e2',
  '99 a1 a7 ac b0-b1 b3 d1 d8-d9 e3 e5-e6',
  '81 84-86 88 92 9a 9c a0 a3-a4 a9-aa ad b2 b5 b9-bb bd-be c4 c6 e4 e8-e9',
  '1 87 89-8d 8f 93 95-98 9b 9d-9e a5-a6 a8 ae-af b4 b6-b7 bc bf c5 e7 ef',
  '9 8e 90-91 94 9f ab ce d7 e1 ec-ed',
  'c7 cf ea-eb',
  'c0-c1 c8-ca cd d2 d5 da-db ee f0 f2-f3 ff',
  'cb-cc d3-d4 d6 dd-df f1 f4-f8 fa-fe',
  '2-8 b-c e-15 17-1a 1b-1f 7f dc f9',
  '',
  'a d 16',
];
const fewestBits = 5;

interface Width {
  /** The code of the first of these bytes. */
  readonly first: number;
  readonly bytes: readonly number[];
}

const widths: readonly Width[] = compileWidths();

function compileWidths(): Width[] {
  let first = 0;
  return bytesByBits.map((ranges) => {
    const width = { first: first * 2, bytes: ranges.split(' ').flatMap(bytesOf) };
    first = width.first + width.bytes.length;
    return width;
  });
}

function bytesOf(range: string): number[] {
  if (range === '') return [];
  const [from = 0, to = from] = range.split('-').map((text) => Number.parseInt(text, 16));
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/**
 * The code as a machine that takes four bits at a time: no code is shorter than five bits, so a step completes one byte
 * at most. A state is what was read of a code; the first state is its beginning. Made when it is first needed.
 */
interface Machine {
  /** By state and four bits: the next state, or `broken`. */
  readonly next: Int16Array;
  /** By state and four bits: the byte that is complete with them, or -1. */
  readonly emitted: Int16Array;
  /** By state: less than eight bits, all ones, so that a text may end here (RFC 7541, section 5.2). */
  readonly mayEnd: readonly boolean[];
}

const broken = -1;
const stepBits = 4;
const mostPadding = 7;
let machine: Machine | undefined;

/** A node of the tree of codes: its child for a 0, its child for a 1; a leaf holds its byte. */
interface Node {
  readonly children: [Node | undefined, Node | undefined];
  readonly state: number;
  byte: number;
}

export function decodeHuffman(bytes: Uint8Array): string {
  machine ??= buildMachine();
  const { next, emitted, mayEnd } = machine;
  const text = Buffer.allocUnsafe(Math.ceil((bytes.length * 8) / fewestBits));
  let length = 0;
  let state = 0;
  for (const byte of bytes) {
    for (const bits of [byte >> stepBits, byte & 0xf]) {
      const step = (state << stepBits) | bits;
      state = next[step] ?? broken;
      if (state === broken) throw protocolError('the peer sent a text that is none', resetCodes.compression);
      const complete = emitted[step] ?? -1;
      if (complete < 0) continue;
      text[length] = complete;
      length += 1;
    }
  }
  if (mayEnd[state] !== true) throw protocolError('the peer sent a text that is cut off', resetCodes.compression);
  return text.toString('latin1', 0, length);
}

function buildMachine(): Machine {
  const states: Node[] = [];
  const root = grow(states);
  const next = new Int16Array(states.length << stepBits).fill(broken);
  const emitted = new Int16Array(states.length << stepBits).fill(-1);
  for (const from of states) {
    for (let bits = 0; bits < 1 << stepBits; bits += 1) {
      const step = (from.state << stepBits) | bits;
      let node: Node | undefined = from;
      for (let bit = stepBits - 1; bit >= 0 && node !== undefined; bit -= 1) {
        node = node.children[(bits >> bit) & 1];
        if (node === undefined || node.byte < 0) continue;
        emitted[step] = node.byte;
        node = root;
      }
      if (node !== undefined) next[step] = node.state;
    }
  }
  return { next, emitted, mayEnd: states.map((node) => isPadding(root, node)) };
}

/** Collects the inner nodes of the tree, each at the index of its state. Returns the root. */
function grow(states: Node[]): Node {
  const inner = (): Node => {
    const node: Node = { children: [undefined, undefined], state: states.length, byte: -1 };
    states.push(node);
    return node;
  };
  const root = inner();
  for (const [index, { first, bytes }] of widths.entries()) {
    for (const [offset, byte] of bytes.entries()) {
      let node = root;
      for (let bit = index + fewestBits - 1; bit > 0; bit -= 1)
        node = node.children[bitOf(first + offset, bit)] ??= inner();
      node.children[bitOf(first + offset, 0)] = { children: [undefined, undefined], state: broken, byte };
    }
  }
  return root;
}

function bitOf(code: number, bit: number): 0 | 1 {
  return ((code >> bit) & 1) === 0 ? 0 : 1;
}

function isPadding(root: Node, wanted: Node): boolean {
  let node: Node | undefined = root;
  for (let bits = 0; bits <= mostPadding && node !== undefined; bits += 1) {
    if (node === wanted) return true;
    node = node.children[1];
  }
  return false;
}
