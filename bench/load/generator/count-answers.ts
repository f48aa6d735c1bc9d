/** Counts the answers of one connection, which may come many at a time. Bodies are passed over. */
export interface Answers {
  answered: number;
  refused: number;
  bytes: number;
}

const headEnd = '\r\n\r\n';
const lastChunk = '0\r\n\r\n';

/** Returns what takes the bytes as they come; `onAnswer` is called at the end of each answer. */
export function createAnswerCounter(counts: Answers, onAnswer: () => void): (bytes: Buffer) => void {
  let head = '';
  /** Of the body; undefined where chunks tell its end. */
  let left: number | undefined = 0;
  let isInBody = false;
  let tail = '';

  const end = (): void => {
    isInBody = false;
    onAnswer();
  };
  /** Returns where the next answer begins. */
  const readBody = (bytes: Buffer, at: number): number => {
    if (left !== undefined) {
      const taken = Math.min(left, bytes.length - at);
      left -= taken;
      if (left === 0) end();
      return at + taken;
    }
    const before = tail.length;
    const found = `${tail}${bytes.toString('latin1', at)}`.indexOf(lastChunk);
    tail = `${tail}${bytes.toString('latin1', Math.max(at, bytes.length - lastChunk.length))}`.slice(
      -lastChunk.length + 1,
    );
    if (found < 0) return bytes.length;
    tail = '';
    end();
    return at + found - before + lastChunk.length;
  };
  const readHead = (bytes: Buffer, at: number): number => {
    const before = head.length;
    head += bytes.toString('latin1', at);
    const found = head.indexOf(headEnd);
    if (found < 0) return bytes.length;
    const isOk = head.slice(9, 12) === '200';
    counts.answered += isOk ? 1 : 0;
    counts.refused += isOk ? 0 : 1;
    const length = /\r\ncontent-length: *(\d+)/i.exec(head.slice(0, found + 2))?.[1];
    left = length === undefined ? undefined : Number(length);
    isInBody = true;
    head = '';
    if (left === 0) end();
    return at + found - before + headEnd.length;
  };

  return (bytes) => {
    counts.bytes += bytes.length;
    let at = 0;
    while (at < bytes.length) at = isInBody ? readBody(bytes, at) : readHead(bytes, at);
  };
}
