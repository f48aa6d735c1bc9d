/**
 * Tables of cases for rules: each line sets one field of a valid object, and says what is then refused. Messages end where
 * examples and expressions begin.
 *
 *     spec.minAvailable = "101%" ⇒ spec.minAvailable: Invalid value: "101%": must not be greater than 100%
 *     spec.minAvailable = 0 ⇒ ok
 *     spec.selector ⇒ ok
 *
 * A field without a value is removed. Several causes are set apart by `;;`.
 */
import type { JsonValue } from '@keelson/schema';

import { causesOf, type Admitted } from './admit.ts';

export interface RuleCase {
  readonly path: string;
  /** Absent where the field is removed. */
  readonly value?: JsonValue;
  readonly causes: readonly string[];
}

/** By their lines, as `it.each` takes them. */
export function ruleCases(table: string): (readonly [title: string, ruleCase: RuleCase])[] {
  const lines = table
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.map((line) => [line, readCase(line)]);
}

function readCase(line: string): RuleCase {
  const [change = '', outcome] = line.split(' ⇒ ');
  if (outcome === undefined) throw new Error(`no outcome: ${line}`);
  const causes = outcome === 'ok' ? [] : outcome.split(' ;; ');
  const at = change.indexOf(' = ');
  if (at < 0) return { path: change, causes };
  return { path: change.slice(0, at), value: JSON.parse(change.slice(at + 3)) as JsonValue, causes };
}

/** `path` has dots between names, and brackets around an index or a key: `spec.limits[0].max[cpu]`. */
export function changeAt<T extends JsonValue>(base: T, { path, value }: RuleCase): T {
  const changed = structuredClone(base);
  const steps = stepsOf(path);
  let target = changed as Record<string, JsonValue>;
  for (const step of steps.slice(0, -1)) target = (target[step] ??= {}) as Record<string, JsonValue>;
  const last = steps.at(-1) ?? '';
  if (value === undefined) Reflect.deleteProperty(target, last);
  else target[last] = value;
  return changed;
}

function stepsOf(path: string): string[] {
  const [names = '', ...bracketed] = path.split('[');
  const rest = bracketed.flatMap((part) => {
    const [key = '', behind = ''] = part.split(']');
    return [key, ...behind.split('.')];
  });
  return [...names.split('.'), ...rest].filter((step) => step !== '');
}

export function shortCausesOf(admitted: Admitted): string[] {
  return causesOf(admitted).map((cause) => cause.replace(/,? \((?:e\.g\.|regex used).*$/s, '').split('\n', 1)[0] ?? '');
}
