/** Faults of an expression, and how they are shown: the place, the line, and a mark below it. */

export interface SourceFault {
  readonly at: number;
  readonly message: string;
}

/** Thrown by the lexer and the parser alone, which stop at the first fault. */
export class SyntaxFault extends Error {
  override readonly name = 'SyntaxFault';
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

/** More of them help nobody. */
const mostFaults = 20;
/** A longer line is shown without its text. */
const longestLine = 2_000;

export function printFaults(source: string, faults: readonly SourceFault[]): string {
  return faults
    .slice(0, mostFaults)
    .map((fault) => printFault(source, fault))
    .join('\n');
}

function printFault(source: string, { at, message }: SourceFault): string {
  const start = source.lastIndexOf('\n', at - 1) + 1;
  const end = source.indexOf('\n', at);
  const line = source.slice(start, end < 0 ? source.length : end).replaceAll('\t', ' ');
  const number = start === 0 ? 1 : source.slice(0, start).split('\n').length;
  const before = Array.from(source.slice(start, at));
  const head = `ERROR: <input>:${number}:${before.length + 1}: ${message}`;
  return line.length > longestLine ? head : `${head}\n | ${line}\n | ${before.map(dotBelow).join('')}^`;
}

/** Characters beyond ASCII get a wide dot. */
function dotBelow(character: string): string {
  return character > '\u007f' ? '\uff0e' : '.';
}
