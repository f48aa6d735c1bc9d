/**
 * Writes header blocks (HPACK, RFC 7541) without a dynamic table: every field literal, without indexing, without
 * Huffman coding. So a block, and each piece of one, can be kept and sent again. A block is text in Latin-1, since
 * joining texts costs less than joining buffers.
 */

/** A size update of the dynamic table to 0 (RFC 7541, section 6.3). */
const noTable = '\u0020';
const literal = '\0';
/** Nobody on the way may index it: RFC 7541, section 7.1.3. */
const neverIndexed = '\u0010';
const secrets = new Set(['authorization', 'proxy-authorization', 'cookie']);

export interface RequestLine {
  readonly method: string;
  readonly scheme: string;
  readonly path: string;
  readonly authority: string;
}

/**
 * The beginning of a request's block; fields follow. The size update is required where the server's SETTINGS make the
 * table smaller (section 4.2), and allowed in every block.
 */
export function printRequestLine({ method, scheme, path, authority }: RequestLine): string {
  const line = printField(':method', method) + printField(':scheme', scheme) + printField(':path', path);
  return noTable + line + printField(':authority', authority);
}

/** The beginning of a response's block; fields follow. */
export function printStatusLine(status: number): string {
  return noTable + printField(':status', String(status));
}

/** The name in lower case, both in Latin-1: the caller checks that they are fit to be sent. */
export function printField(name: string, value: string): string {
  return (secrets.has(name) ? neverIndexed : literal) + lengthOf(name) + name + lengthOf(value) + value;
}

/** RFC 7541, section 5.1, with seven bits in the first byte. */
function lengthOf({ length }: string): string {
  const most = 0x7f;
  if (length < most) return String.fromCharCode(length);
  let text = String.fromCharCode(most);
  let rest = length - most;
  while (rest >= 0x80) {
    text += String.fromCharCode((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return text + String.fromCharCode(rest);
}
