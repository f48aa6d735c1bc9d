/** The beginning and end of printed events, and the response status. */
import { pieceOf, type ByteWriter, type Piece } from '../byte-writer.ts';
import { levels, type Level, type ResponseStatus, type Stage } from '../event.ts';
import { Stamped } from './stamped.ts';

/** The beginning of events by level, up to the id. `group` is the API group of events: `audit.{domain}`. */
export function makeHeads(group: string): Readonly<Record<Level, Piece>> {
  const head = (level: Level): Piece =>
    pieceOf(`{"kind":"Event","apiVersion":"${group}/v1","level":"${level}","auditID":"`);
  return Object.fromEntries(levels.map((level) => [level, head(level)])) as Record<Level, Piece>;
}

export interface StageWords {
  readonly text: string;
  readonly piece: Piece;
}

const received = stageWords('RequestReceived');
const started = stageWords('ResponseStarted');
const complete = stageWords('ResponseComplete');
const panic = stageWords('Panic');

/** From the end of the id to the URI. */
export function wordsOf(stage: Stage): StageWords {
  switch (stage) {
    case 'RequestReceived':
      return received;
    case 'ResponseStarted':
      return started;
    case 'ResponseComplete':
      return complete;
    case 'Panic':
      return panic;
  }
}

function stageWords(stage: Stage): StageWords {
  const text = `","stage":"${stage}","requestURI":`;
  return { text, piece: pieceOf(text) };
}

const statusHead = pieceOf(',"responseStatus":');

export function putStatus(out: ByteWriter, { status, message, reason, details, code }: ResponseStatus): void {
  out.put(statusHead);
  out.text(JSON.stringify({ metadata: {}, status, message, reason, details, code }));
}

export type Annotations = Readonly<Record<string, string>>;

interface KnownEnding {
  readonly code: number | undefined;
  readonly stamped: Stamped;
}

/** Many requests share one annotations object, and most of those have the same code. */
const endings = new WeakMap<Annotations, KnownEnding>();
const none: Annotations = {};

/** The text after the request's fields, for events whose response shows at most its code. */
export function endingOf(annotations: Annotations | undefined, code: number | undefined): Stamped {
  const key = annotations ?? none;
  const known = endings.get(key);
  if (known !== undefined && known.code === code) return known.stamped;
  const status = code === undefined ? '' : `,"responseStatus":{"metadata":{},"code":${String(code)}}`;
  const told = annotations === undefined ? '' : `,"annotations":${JSON.stringify(annotations)}`;
  const stamped = new Stamped(status, `Z"${told}}`);
  endings.set(key, { code, stamped });
  return stamped;
}
