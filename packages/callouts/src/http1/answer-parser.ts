/**
 * Takes one answer of HTTP/1.x out of the bytes of a connection, as they come:
 *
 *     head ─┬─ 1xx: head again ─ …          101: switched
 *           └─ body ─ done
 */
import { parseAnswerHead, type AnswerHead } from './answer-head.ts';
import { ChunkReader } from './chunk-reader.ts';

export interface ParserEvents {
  onHead(head: AnswerHead): void;
  onBytes(bytes: Buffer): void;
  /** The answer is complete. `rest` came behind it. */
  onDone(rest: Buffer): void;
  onSwitched(head: AnswerHead, rest: Buffer): void;
  onGarbage(message: string): void;
}

/** Joined anew for each piece that comes, so that a larger limit would cost its square. */
const maxHeadBytes = 64 * 1024;
/** RFC 9110 sets no limit on interim answers; Go's is the same. */
const maxInterims = 5;
const headEnd = '\r\n\r\n';
const beginning = 'HTTP/1.';
const none = Buffer.alloc(0);

export class AnswerParser {
  readonly #events: ParserEvents;
  readonly #method: string;
  readonly #switches: boolean;
  #state: 'head' | 'length' | 'chunks' | 'untilClose' | 'over' = 'head';
  #held: Buffer = none;
  #left = 0;
  #chunks: ChunkReader | undefined;
  #interims = 0;

  constructor(method: string, switches: boolean, events: ParserEvents) {
    this.#method = method;
    this.#switches = switches;
    this.#events = events;
  }

  /** True once a byte of the answer has come. */
  get hasBegun(): boolean {
    return this.#state !== 'head' || this.#held.length > 0 || this.#interims > 0;
  }

  push(bytes: Buffer): void {
    switch (this.#state) {
      case 'head':
        return this.#readHead(bytes);
      case 'length':
        return this.#readLength(bytes);
      case 'chunks':
        return this.#readChunks(bytes);
      case 'untilClose':
        return this.#events.onBytes(bytes);
      case 'over':
        return undefined;
    }
  }

  /** The connection ended. Returns true if that is the end of the answer. */
  end(): boolean {
    const isEnd = this.#state === 'untilClose';
    if (isEnd) this.#finish(none);
    return isEnd;
  }

  /** Nothing more is told. */
  stop(): void {
    this.#state = 'over';
  }

  #readHead(bytes: Buffer): void {
    const searched = Math.max(0, this.#held.length - headEnd.length);
    const all = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes]);
    const end = all.indexOf(headEnd, searched, 'latin1');
    if (!isBeginning(all)) return this.#refuse(`malformed HTTP response ${quote(all)}`);
    if (end > maxHeadBytes || (end === -1 && all.length > maxHeadBytes))
      return this.#refuse('response headers too large');
    if (end === -1) {
      this.#held = all;
      return undefined;
    }
    this.#held = none;
    const head = parseAnswerHead(all.toString('latin1', 0, end), this.#method);
    const rest = all.subarray(end + headEnd.length);
    return head.ok ? this.#takeHead(head, rest) : this.#refuse(head.message);
  }

  #takeHead(head: AnswerHead, rest: Buffer): void {
    if (head.status === switching) {
      if (!this.#switches) return this.#refuse('unexpected 101 response');
      this.#state = 'over';
      return this.#events.onSwitched(head, rest);
    }
    if (head.status < firstFinal) {
      this.#interims += 1;
      if (this.#interims > maxInterims) return this.#refuse('too many 1xx informational responses');
      return rest.length > 0 ? this.#readHead(rest) : undefined;
    }
    return this.#beginBody(head, rest);
  }

  #beginBody(head: AnswerHead, rest: Buffer): void {
    const { framing } = head;
    if (framing.kind === 'length') this.#left = framing.bytes;
    if (framing.kind === 'chunks') this.#chunks = new ChunkReader(this.#takeChunk);
    this.#state = framing.kind === 'none' ? 'length' : framing.kind;
    this.#events.onHead(head);
    const isEmpty = this.#state === 'length' && this.#left === 0;
    if (isEmpty) return this.#finish(rest);
    return rest.length > 0 ? this.push(rest) : undefined;
  }

  #readLength(bytes: Buffer): void {
    if (bytes.length < this.#left) {
      this.#left -= bytes.length;
      return this.#events.onBytes(bytes);
    }
    const left = this.#left;
    this.#events.onBytes(bytes.length === left ? bytes : bytes.subarray(0, left));
    return this.#finish(bytes.subarray(left));
  }

  #readChunks(bytes: Buffer): void {
    const progress = this.#chunks?.read(bytes);
    if (progress?.kind === 'fault') return this.#refuse(progress.message);
    return progress?.kind === 'end' ? this.#finish(bytes.subarray(progress.next)) : undefined;
  }

  readonly #takeChunk = (bytes: Buffer): void => {
    if (this.#state !== 'over') this.#events.onBytes(bytes);
  };

  /** A receiver that has had enough stops the parser in between. */
  #finish(rest: Buffer): void {
    if (this.#state === 'over') return;
    this.#state = 'over';
    this.#events.onDone(rest);
  }

  #refuse(message: string): void {
    if (this.#state === 'over') return;
    this.#state = 'over';
    this.#events.onGarbage(message);
  }
}

const switching = 101;
const firstFinal = 200;
const shownBytes = 40;

function isBeginning(bytes: Buffer): boolean {
  const length = Math.min(bytes.length, beginning.length);
  return bytes.toString('latin1', 0, length) === beginning.slice(0, length);
}

function quote(bytes: Buffer): string {
  return JSON.stringify(bytes.toString('latin1', 0, shownBytes));
}
