/** How events begin and end, and what came of them. */
import { pieceOf, type ByteWriter, type Piece } from '../byte-writer.ts';
import { levels, type Level, type ResponseStatus, type Stage } from '../event.ts';

/** How events of a level begin, up to the id. `group` is that of the events: `audit.{domain}`. */
export function makeHeads(group: string): Readonly<Record<Level, Piece>> {
  const head = (level: Level): Piece =>
    pieceOf(`{"kind":"Event","apiVersion":"${group}/v1","level":"${level}","auditID":"`);
  return Object.fromEntries(levels.map((level) => [level, head(level)])) as Record<Level, Piece>;
}

/** From the end of the id to the URI. */
const afterId = {
  received: stagePiece('RequestReceived'),
  started: stagePiece('ResponseStarted'),
  complete: stagePiece('ResponseComplete'),
  panic: stagePiece('Panic'),
};

function stagePiece(stage: Stage): Piece {
  return pieceOf(`","stage":"${stage}","requestURI":`);
}

export function putStage(out: ByteWriter, stage: Stage): void {
  switch (stage) {
    case 'RequestReceived':
      return out.put(afterId.received);
    case 'ResponseStarted':
      return out.put(afterId.started);
    case 'ResponseComplete':
      return out.put(afterId.complete);
    case 'Panic':
      return out.put(afterId.panic);
  }
}

/** Most answers are nothing but their code, and that of the one before. */
let lastCode = { code: 0, piece: codePiece(0) };
const statusHead = pieceOf(',"responseStatus":');

export function putStatus(out: ByteWriter, { status, message, reason, details, code }: ResponseStatus): void {
  if (status === undefined) return putCode(out, code);
  out.put(statusHead);
  out.text(JSON.stringify({ metadata: {}, status, message, reason, details, code }));
}

function putCode(out: ByteWriter, code: number): void {
  if (code !== lastCode.code) lastCode = { code, piece: codePiece(code) };
  out.put(lastCode.piece);
}

function codePiece(code: number): Piece {
  return pieceOf(`,"responseStatus":{"metadata":{},"code":${String(code)}}`);
}

export type Annotations = Readonly<Record<string, string>>;

/** What is said of many requests is said with the same object. */
const ends = new WeakMap<Annotations, Piece>();
const bareEnd = pieceOf('Z"}');

/** From the end of the last time on. */
export function putEnd(out: ByteWriter, annotations: Annotations | undefined): void {
  if (annotations === undefined) return out.put(bareEnd);
  let piece = ends.get(annotations);
  if (piece === undefined) ends.set(annotations, (piece = pieceOf(`Z","annotations":${JSON.stringify(annotations)}}`)));
  out.put(piece);
}
