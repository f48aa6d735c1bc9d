/** Parses filters: `[?(@.type=="Ready")]`. */
import type { Scanner } from './scanner.ts';
import type { PathResult, Step } from './step.ts';

const operators = '!<>=';

/** From behind the opening bracket. `nested` parses the paths on both sides. Returns what is wrong if it is no filter. */
export function parseFilter(scanner: Scanner, nested: (text: string) => PathResult): readonly Step[] | string {
  const text = takeInside(scanner);
  if (!scanner.skip(')')) return 'unterminated filter';
  if (!scanner.skip(']')) return 'unclosed array expect ]';
  const start = findOperator(text);
  let end = start;
  while (end < text.length && operators.includes(text.charAt(end))) end += 1;
  const isComparison = start > 0 && end > start && end < text.length;
  const left = nested(isComparison ? text.slice(0, start) : text);
  const right = nested(isComparison ? text.slice(end) : '');
  if (!left.ok) return left.message;
  if (!right.ok) return right.message;
  const operator = isComparison ? text.slice(start, end) : undefined;
  return [{ kind: 'filter', left: left.steps, operator, right: right.steps }];
}

/** Up to the parenthesis that closes the filter; one in quotes is text. */
function takeInside(scanner: Scanner): string {
  let quote = '';
  return scanner.takeWhile((character) => {
    if (character === '\n') return false;
    if (quote === '') {
      if (character === '"' || character === "'") quote = character;
      return character !== ')';
    }
    if (character === quote) quote = '';
    return true;
  });
}

function findOperator(text: string): number {
  for (let at = 0; at < text.length; at += 1) if (operators.includes(text.charAt(at))) return at;
  return text.length;
}
