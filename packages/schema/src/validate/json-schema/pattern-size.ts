/** Estimates how large a pattern is once its counted repetitions are written out, before it is compiled. */

/** Parts that a pattern is read as: an escape, the name of a class, a whole class, a repetition, a group, a character. */
const part =
  /\\[pP](?:\{[^}]*\}|.)?|\\x\{[^}]*\}|\\.?|\[\^?\]?(?:\[:\^?[a-z]*:\]|\\[pP](?:\{[^}]*\}|.)?|\\.?|[^\]\\])*\]?|\{(\d{1,4})(?:,(\d{0,4}))?\}|[()]|./gsu;

/** Classes that reach beyond ASCII cost this many times what a character does. */
const wideClassSize = 8;
const wideClass = /^\\[pPDSW]|^\[\^|\\[pP]|\[:\^|\\x\{|[^\0-\x7f]/;

/** Nested repetitions of more in all are refused by the engine, before it writes them out. */
const mostRepetitions = 1_000;

interface Sequence {
  size: number;
  /** The size of the last part, and how often its parts are repeated at most. */
  last: number;
  repetitions: number;
  mostRepeated: number;
}

export function estimatePatternSize(source: string): number {
  const outer: Sequence[] = [];
  let open = emptySequence();
  for (const [text, least, most] of source.matchAll(part)) {
    if (text === '(') {
      outer.push(open);
      open = emptySequence();
    } else if (text === ')') {
      const group = open;
      open = outer.pop() ?? emptySequence();
      append(open, group.size + 2, group.mostRepeated);
    } else if (least === undefined) {
      append(open, wideClass.test(text) ? wideClassSize : 1, 1);
    } else {
      repeat(open, Math.max(Number(least), Number(most ?? 0), 1));
      if (open.repetitions > mostRepetitions) return 1;
    }
  }
  return open.size + outer.reduce((sum, { size }) => sum + size, 0);
}

function emptySequence(): Sequence {
  return { size: 0, last: 0, repetitions: 1, mostRepeated: 1 };
}

function append(sequence: Sequence, size: number, repetitions: number): void {
  sequence.size += size;
  sequence.last = size;
  sequence.repetitions = repetitions;
  sequence.mostRepeated = Math.max(sequence.mostRepeated, repetitions);
}

function repeat(sequence: Sequence, times: number): void {
  sequence.size += sequence.last * (times - 1);
  sequence.last *= times;
  sequence.repetitions *= times;
  sequence.mostRepeated = Math.max(sequence.mostRepeated, sequence.repetitions);
}
