/** DER (X.690, section 10), as far as certificate requests need it: elements with a tag of one byte and a length below 16 MiB. */
export interface DerElement {
  readonly tag: number;
  /** The content. */
  readonly bytes: Buffer;
  /** With tag and length. */
  readonly whole: Buffer;
}

export const derTags = { integer: 0x02, bitString: 0x03, id: 0x06, sequence: 0x30, set: 0x31 };

export function derContentOf(element: DerElement | undefined, tag: number): readonly DerElement[] | undefined {
  return element?.tag === tag ? readDer(element.bytes) : undefined;
}

/** All that the bytes are made of; undefined unless that is all there is. */
export function readDer(bytes: Buffer): readonly DerElement[] | undefined {
  const elements: DerElement[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = lengthAt(bytes, at + 1);
    const tag = bytes[at];
    if (length === undefined || tag === undefined) return undefined;
    const end = length.end + length.value;
    if (end > bytes.length) return undefined;
    elements.push({ tag, bytes: bytes.subarray(length.end, end), whole: bytes.subarray(at, end) });
    at = end;
  }
  return elements;
}

const longForm = 0x80;
const longestLength = 3;

/** DER has one way to write a length: the shortest. */
function lengthAt(bytes: Buffer, at: number): { readonly value: number; readonly end: number } | undefined {
  const first = bytes[at];
  if (first === undefined) return undefined;
  if (first < longForm) return { value: first, end: at + 1 };
  const count = first - longForm;
  const end = at + 1 + count;
  if (count === 0 || count > longestLength || end > bytes.length) return undefined;
  const value = bytes.readUIntBE(at + 1, count);
  const isShortest = value >= (count === 1 ? longForm : 2 ** (8 * (count - 1)));
  return isShortest ? { value, end } : undefined;
}
