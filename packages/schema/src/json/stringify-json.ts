/**
 * Values to JSON text, exactly: bigints and numbers that kept their text print as
 * they are. Escapes what `JSON.stringify` escapes and no more. Safe at any depth.
 */
import type { JsonValue } from '../language/json-value.ts';
import { ExactNumber, countApproximations } from '../formats/exact-number.ts';

/** `indent` is the number of spaces per level; compact without. */
export function stringifyJson(value: JsonValue, indent = 0): string {
  const before = countApproximations();
  try {
    const text = JSON.stringify(value, undefined, indent);
    if (countApproximations() === before) return text;
  } catch (error) {
    // A bigint, or deeper than the stack: printed below. A cycle has no end to print.
    if (error instanceof TypeError && error.message.includes('circular')) throw error;
  }
  return print(value, ' '.repeat(indent));
}

interface Frame {
  /** Absent for a list. */
  readonly keys: readonly string[] | undefined;
  readonly values: readonly JsonValue[];
  next: number;
}

function print(root: JsonValue, unit: string): string {
  const parts: string[] = [];
  const stack: Frame[] = [];
  const open = (value: JsonValue) => {
    const frame = enter(value);
    if (frame === undefined) parts.push(printScalar(value));
    else if (frame.values.length === 0) parts.push(frame.keys === undefined ? '[]' : '{}');
    else {
      parts.push(frame.keys === undefined ? '[' : '{');
      stack.push(frame);
    }
  };
  open(root);
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const index = frame.next;
    if (index === frame.values.length) {
      stack.pop();
      parts.push(breakLine(unit, stack.length), frame.keys === undefined ? ']' : '}');
      continue;
    }
    frame.next += 1;
    parts.push(index === 0 ? '' : ',', breakLine(unit, stack.length));
    const key = frame.keys?.[index];
    if (key !== undefined) parts.push(JSON.stringify(key), unit === '' ? ':' : ': ');
    open(frame.values[index] ?? null);
  }
  return parts.join('');
}

function breakLine(unit: string, depth: number): string {
  return unit === '' ? '' : `\n${unit.repeat(depth)}`;
}

function enter(value: JsonValue): Frame | undefined {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return undefined;
  if (Array.isArray(value)) return { keys: undefined, values: value, next: 0 };
  const entries = Object.entries(value as Record<string, JsonValue | undefined>);
  const present = entries.filter((entry): entry is [string, JsonValue] => entry[1] !== undefined);
  return { keys: present.map(([key]) => key), values: present.map(([, item]) => item), next: 0 };
}

function printScalar(value: JsonValue): string {
  return typeof value === 'bigint' || value instanceof ExactNumber ? value.toString() : JSON.stringify(value);
}
