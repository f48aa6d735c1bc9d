/** Regular expressions: `matches`, `find` and `findAll`. The engine takes time in proportion to its input. */
import { compilePattern, costOfPattern } from '@keelson/schema';

import { listOf, simpleTypes as t } from '../typing/cel-type.ts';
import { CelFault, CelList, noSuchOverload } from '../values/value.ts';
import { globalFunction, memberFunction } from './overload.ts';
import { patternPrice } from './price.ts';
import type { CompiledPattern } from '@keelson/schema';
import type { CelType } from '../typing/cel-type.ts';
import type { CostMeter } from '../values/cost-meter.ts';
import type { CelValue } from '../values/value.ts';
import type { FunctionEntry } from './overload.ts';

/** Patterns stay compiled between evaluations. Beyond this many, all are dropped. */
const mostPatterns = 500;
const longestKept = 1_000;

const patterns = new Map<string, CompiledPattern>();

/** Work for each instruction that a pattern becomes, beside its characters. */
const workOfInstruction = 4;
/** Steps that are a unit of work: finding where a match is takes a slower engine than finding that there is one. */
const stepsOfMatching = 8;
const stepsOfFinding = 3;

export function findPattern(meter: CostMeter, source: string): CompiledPattern | CelFault {
  const known = patterns.get(source);
  if (known !== undefined) return known;
  meter.toil(costOfPattern(source));
  const compiled = compilePattern(source);
  if (!compiled.ok) return new CelFault(compiled.message);
  meter.toil(workOfInstruction * compiled.programSize);
  if (source.length <= longestKept) {
    if (patterns.size >= mostPatterns) patterns.clear();
    patterns.set(source, compiled);
  }
  return compiled;
}

interface Search {
  readonly pattern: CompiledPattern;
  readonly text: string;
  readonly limit: CelValue;
  readonly meter: CostMeter;
}

type Run = (search: Search) => CelValue;

const matches: Run = ({ pattern, text }) => pattern.matches(text);

function run(meter: CostMeter, [text, source, limit]: readonly CelValue[], search: Run): CelValue {
  if (typeof text !== 'string' || typeof source !== 'string') return noSuchOverload;
  const pattern = findPattern(meter, source);
  if (pattern instanceof CelFault) return pattern;
  const steps = search === matches ? stepsOfMatching : stepsOfFinding;
  meter.toil(((text.length + 1) * pattern.programSize) / steps);
  return search({ pattern, text, limit: limit ?? null, meter });
}

/** Between this many matches the clock is read: each of them may have looked at the whole rest of the text. */
const matchesBetween = 32;
const longestSearchMs = 30;

function findAll({ pattern, text, limit, meter }: Search): CelValue {
  const most = typeof limit === 'bigint' && limit >= 0n ? Number(limit) : Infinity;
  const found: string[] = [];
  const beganMs = performance.now();
  for (const part of pattern.findAll(text)) {
    if (found.length >= most) break;
    found.push(part);
    if (found.length % matchesBetween === 0 && performance.now() - beganMs > longestSearchMs) meter.toil(Infinity);
  }
  return CelList.of(found);
}

function onPattern(name: string, params: readonly CelType[], [result, search]: readonly [CelType, Run]): FunctionEntry {
  return memberFunction(name, { params, result, price: patternPrice }, (meter, a, b, c) =>
    run(meter, [a, b, c], search),
  );
}

const find: Run = ({ pattern, text }) => pattern.findAll(text).next().value ?? '';
const two = [t.string, t.string];

export const patternFunctions: readonly FunctionEntry[] = [
  globalFunction('matches', { params: two, result: t.bool, price: patternPrice }, (meter, a, b) =>
    run(meter, [a, b], matches),
  ),
  onPattern('matches', two, [t.bool, matches]),
  onPattern('find', two, [t.string, find]),
  onPattern('findAll', two, [listOf(t.string), findAll]),
  onPattern('findAll', [...two, t.int], [listOf(t.string), findAll]),
];
