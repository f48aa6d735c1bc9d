/** Reads the head of an answer of HTTP/1.x, strictly: a head that two readers could take differently is garbage. */

/** The framing of a body: RFC 9112, section 6.3. */
export type BodyFraming =
  | { readonly kind: 'none' }
  | { readonly kind: 'length'; readonly bytes: number }
  | { readonly kind: 'chunks' }
  | { readonly kind: 'untilClose' };

export interface AnswerHead {
  readonly ok: true;
  readonly status: number;
  readonly rawHeaders: readonly string[];
  readonly framing: BodyFraming;
  /** The connection stays open after the answer. */
  readonly stays: boolean;
  /** Seconds that it stays open without use, where the target states them. */
  readonly idleSeconds: number | undefined;
}

export interface HeadFault {
  readonly ok: false;
  readonly message: string;
}

const statusLine = /^HTTP\/1\.([01]) (\d{3})(?: .*)?$/;
const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
/** RFC 9110, section 5.5: other readers end a header there. */
const breaks = /[\0\r\n]/;

/** The headers about the connection and the body. */
interface Notes {
  length: number | undefined;
  isChunked: boolean;
  connection: string;
  idleSeconds: number | undefined;
}

/** `text` is the head in Latin-1, without the empty line. */
export function parseAnswerHead(text: string, method: string): AnswerHead | HeadFault {
  const lines = text.split('\r\n');
  const [first = ''] = lines;
  const [, minor, code] = statusLine.exec(first) ?? [];
  if (code === undefined) return fault(`malformed HTTP response ${JSON.stringify(first.slice(0, shownLetters))}`);
  const rawHeaders: string[] = [];
  const notes: Notes = { length: undefined, isChunked: false, connection: '', idleSeconds: undefined };
  const problem = readLines(lines, rawHeaders, notes);
  if (problem !== undefined) return fault(problem);
  const status = Number(code);
  // The chunks count. Passed on beside them, the length would cut the answer short, or make its end the next answer.
  if (notes.isChunked && notes.length !== undefined) removeLengths(rawHeaders);
  const framing = findFraming(status, method, notes);
  const stays = framing.kind !== 'untilClose' && staysOpen(minor === '1', notes);
  return { ok: true, status, rawHeaders, framing, stays, idleSeconds: notes.idleSeconds };
}

function readLines(lines: readonly string[], rawHeaders: string[], notes: Notes): string | undefined {
  for (let index = 1; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0));
    if (!headerName.test(name) || breaks.test(line))
      return `malformed MIME header line: ${line.slice(0, shownLetters)}`;
    const value = trimBlanks(line, colon + 1);
    const problem = note(notes, name.toLowerCase(), value);
    if (problem !== undefined) return problem;
    rawHeaders.push(name, value);
  }
  return undefined;
}

/** RFC 9112, section 6.3: by whoever passes the answer on. */
function removeLengths(rawHeaders: string[]): void {
  for (let index = rawHeaders.length - 2; index >= 0; index -= 2) {
    if (rawHeaders[index]?.toLowerCase() === 'content-length') rawHeaders.splice(index, 2);
  }
}

/** RFC 9110, section 5.5: spaces and tabs around a value are no part of it. */
function trimBlanks(line: string, from: number): string {
  let start = from;
  let end = line.length;
  while (start < end && isBlank(line, start)) start += 1;
  while (end > start && isBlank(line, end - 1)) end -= 1;
  return line.slice(start, end);
}

function isBlank(line: string, index: number): boolean {
  return line[index] === ' ' || line[index] === '\t';
}

function staysOpen(isVersion11: boolean, { connection, isChunked, length }: Notes): boolean {
  // With both, what is behind the body may be another reader's answer: RFC 9112, section 6.3.
  if (isChunked && length !== undefined) return false;
  return isVersion11 ? !/\bclose\b/i.test(connection) : /\bkeep-alive\b/i.test(connection);
}

const shownLetters = 80;

function note(notes: Notes, name: string, value: string): string | undefined {
  switch (name) {
    case 'content-length':
      return noteLength(notes, value);
    case 'transfer-encoding':
      if (value.toLowerCase() !== 'chunked' || notes.isChunked) {
        return `unsupported transfer encoding: ${JSON.stringify(value.slice(0, shownLetters))}`;
      }
      notes.isChunked = true;
      return undefined;
    case 'connection':
      notes.connection += `,${value}`;
      return undefined;
    case 'keep-alive': {
      const seconds = /\btimeout=(\d{1,6})\b/i.exec(value)?.[1];
      if (seconds !== undefined) notes.idleSeconds = Number(seconds);
      return undefined;
    }
    default:
      return undefined;
  }
}

function noteLength(notes: Notes, value: string): string | undefined {
  const length = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  if (Number.isNaN(length) || (notes.length !== undefined && notes.length !== length)) {
    return `bad Content-Length ${JSON.stringify(value.slice(0, shownLetters))}`;
  }
  notes.length = length;
  return undefined;
}

function findFraming(status: number, method: string, { length, isChunked }: Notes): BodyFraming {
  const isBodiless = method === 'HEAD' || status < 200 || status === 204 || status === 304;
  if (isBodiless) return { kind: 'none' };
  if (isChunked) return { kind: 'chunks' };
  return length === undefined ? { kind: 'untilClose' } : { kind: 'length', bytes: length };
}

function fault(message: string): HeadFault {
  return { ok: false, message };
}
