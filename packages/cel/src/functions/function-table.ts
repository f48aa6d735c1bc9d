/** All functions and operators, by name. */
import { arithmetic } from './arithmetic.ts';
import { comparison } from './comparison.ts';
import { conversions } from './conversions.ts';
import { lists } from './lists.ts';
import { patternFunctions } from './patterns.ts';
import { strings } from './strings.ts';
import { times } from './times.ts';
import { urls } from './urls.ts';
import type { CelOverload } from './overload.ts';

const table = new Map<string, CelOverload[]>();

for (const entries of [arithmetic, comparison, conversions, strings, lists, patternFunctions, urls, times]) {
  for (const [name, overload] of entries) {
    const overloads = table.get(name) ?? [];
    overloads.push(overload);
    table.set(name, overloads);
  }
}

export function overloadsOf(name: string): readonly CelOverload[] {
  return table.get(name) ?? [];
}
