/** Prints the differences of two objects, one line for each value, for messages that refuse a change. */
import { stringifyJson } from '@keelson/schema';

const maxLines = 40;

export function printDifference(before: unknown, after: unknown): string {
  const lines: string[] = [];
  collect('', before, after, lines);
  const more = lines.length > maxLines ? [`  … ${lines.length - maxLines} more`] : [];
  return [...lines.slice(0, maxLines), ...more].join('\n');
}

function collect(path: string, before: unknown, after: unknown, lines: string[]): void {
  if (isTree(before) && isTree(after) && Array.isArray(before) === Array.isArray(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    for (const key of keys) collect(join(path, key, Array.isArray(before)), own(before, key), own(after, key), lines);
    return;
  }
  if (before === after) return;
  if (before !== undefined && before !== null) lines.push(`- ${path}: ${print(before)}`);
  if (after !== undefined && after !== null) lines.push(`+ ${path}: ${print(after)}`);
}

function isTree(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function own(object: object, key: string): unknown {
  return Object.hasOwn(object, key) ? (object as Record<string, unknown>)[key] : undefined;
}

function join(path: string, key: string, isItem: boolean): string {
  if (isItem) return `${path}[${key}]`;
  return path === '' ? key : `${path}.${key}`;
}

function print(value: unknown): string {
  return stringifyJson(value as object);
}
