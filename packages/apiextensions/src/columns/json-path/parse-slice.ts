/** Parses what is in brackets: `0`, `-1`, `1:3`, `::2`. */
import type { Step } from './step.ts';

const notation = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/;

/** Returns what is wrong if it is no slice. */
export function parseSlice(text: string): readonly Step[] | string {
  const parts = notation.exec(text);
  if (parts === null) return `invalid array index ${text}`;
  const [from, to, by] = [parts[1] ?? '', ...[parts[2], parts[3]].map((part) => part?.slice(1) ?? '')];
  const numbers = [from, to, by].map((part) => (part === undefined || part === '' ? undefined : Number(part)));
  if (numbers.some((number) => Number.isNaN(number))) return `array index ${text} is not a number`;
  const isOne = parts[2] === undefined;
  const end = isOne ? (numbers[0] ?? 0) + 1 : numbers[1];
  return [{ kind: 'slice', from: numbers[0], to: end, isOne, by: numbers[2] }];
}
