/** An error in a JSON text, in the wording that clients of the API know. Knows no grammar. */

export class JsonSyntaxError extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.name = 'JsonSyntaxError';
    this.offset = offset;
  }
}

/** The complaint about the character at `offset`, or about the end of the text. */
export function unexpected(text: string, offset: number, context: string): JsonSyntaxError {
  if (offset >= text.length) return new JsonSyntaxError('unexpected end of JSON input', text.length);
  return new JsonSyntaxError(`invalid character ${quoteByte(firstByte(text, offset))} ${context}`, offset);
}

const named: Readonly<Record<number, string>> = {
  7: '\\a',
  8: '\\b',
  9: '\\t',
  10: '\\n',
  11: '\\v',
  12: '\\f',
  13: '\\r',
  39: "\\'",
  92: '\\\\',
};

/** kube-apiserver reads bytes, so a character beyond ASCII is named by the first byte of its UTF-8. */
function firstByte(text: string, offset: number): number {
  const code = text.codePointAt(offset) ?? 0;
  if (code < 0x80) return code;
  return Buffer.from(String.fromCodePoint(code))[0] ?? 0;
}

function quoteByte(byte: number): string {
  const name = named[byte];
  if (name !== undefined) return `'${name}'`;
  if (byte < 0x20 || byte === 0x7f) return `'\\x${byte.toString(16).padStart(2, '0')}'`;
  return `'${String.fromCharCode(byte)}'`;
}
