/**
 * JSON paths to functions that find values in an object. A path that fails in an object finds nothing there; so does one
 * that takes too many steps.
 */
import { isJsonNumber } from '@keelson/schema';

import { compareInFilter } from './compare-in-filter.ts';
import { parsePath } from './parse-path.ts';
import type { FilterStep, SliceStep, Step } from './step.ts';

export type PathFinder =
  | { readonly ok: true; readonly findFirst: (object: object) => FoundValue | undefined }
  | { readonly ok: false; readonly message: string };

/** Told from a field that is absent: its value may be null. */
export interface FoundValue {
  readonly value: unknown;
}

/** For one object. Paths that descend twice would take a step for each pair of its values. */
const mostSteps = 20_000;

interface Walk {
  left: number;
}

type Values = readonly unknown[];
/** Returns undefined where the path fails. */
type Find = (values: Values, walk: Walk) => Values | undefined;

export function compilePath(text: string): PathFinder {
  const parsed = parsePath(text);
  if (!parsed.ok) return parsed;
  const names = parsed.steps.flatMap((step) => (step.kind === 'field' ? [step.name] : []));
  if (names.length === parsed.steps.length) return { ok: true, findFirst: (object) => follow(object, names) };
  const find = compileSteps(parsed.steps);
  return {
    ok: true,
    findFirst: (object) => {
      const found = find([object], { left: mostSteps });
      return found === undefined || found.length === 0 ? undefined : { value: found[0] };
    },
  };
}

/** The usual path: fields alone. */
function follow(object: object, names: readonly string[]): FoundValue | undefined {
  let value: unknown = object;
  for (const name of names) {
    if (!isMap(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value === undefined ? undefined : { value };
}

function compileSteps(steps: readonly Step[]): Find {
  const finds = steps.map(compileStep);
  return (values, walk) => {
    let found: Values | undefined = values;
    for (const find of finds) {
      walk.left -= found.length + 1;
      found = walk.left < 0 ? undefined : find(found, walk);
      if (found === undefined) return undefined;
    }
    return found;
  };
}

function compileStep(step: Step): Find {
  switch (step.kind) {
    case 'field':
      return (values) => values.flatMap((value) => ownValues(value, step.name));
    case 'wildcard':
      return (values) => values.flatMap(childrenOf);
    case 'descend':
      return descend;
    case 'slice':
      return (values) => flatten(values.map((value) => slice(value, step)));
    case 'union': {
      const paths = step.paths.map(compileSteps);
      return (values, walk) => flatten(paths.map((find) => find(values, walk)));
    }
    case 'filter':
      return compileFilter(step);
    case 'literal':
      return (values) => values.map(() => step.value);
    case 'word':
      return () => undefined;
  }
}

function ownValues(value: unknown, name: string): Values {
  return isMap(value) && Object.hasOwn(value, name) && value[name] !== undefined ? [value[name]] : [];
}

/** Lists and maps that hold something, each before what it holds. */
function descend(values: Values, walk: Walk): Values | undefined {
  const found: unknown[] = [];
  const open = [...values].reverse();
  while (open.length > 0) {
    const value = open.pop();
    const children = childrenOf(value);
    walk.left -= children.length + 1;
    if (walk.left < 0) return undefined;
    if (children.length === 0) continue;
    found.push(value);
    for (let at = children.length - 1; at >= 0; at -= 1) open.push(children[at]);
  }
  return found;
}

function slice(value: unknown, { from = 0, to, isOne, by = 1 }: SliceStep): Values | undefined {
  if (value === null) return [];
  if (!Array.isArray(value)) return undefined;
  const { length } = value;
  const start = from < 0 ? from + length : from;
  const end = endOf(to ?? length, isOne, length);
  if (start === end) return [];
  const isWithin = 0 <= start && start < end && end <= length;
  if (!isWithin || by <= 0) return undefined;
  return (value.slice(start, end) as unknown[]).filter((_, index) => index % by === 0);
}

/** The one item at -1 ends at the end. */
function endOf(to: number, isOne: boolean, length: number): number {
  return to < 0 || (to === 0 && isOne) ? to + length : to;
}

function compileFilter({ left, operator, right }: FilterStep): Find {
  const findLeft = compileSteps(left);
  const findRight = compileSteps(right);
  const passes = (item: unknown, walk: Walk): boolean | undefined => {
    const lefts = findLeft([item], walk);
    if (operator === undefined) return lefts !== undefined && lefts.length > 0;
    const rights = lefts && findRight([item], walk);
    if (rights === undefined || lefts === undefined || lefts.length > 1 || rights.length > 1) return undefined;
    return lefts.length === 1 && rights.length === 1 && compareInFilter(lefts[0], operator, rights[0]);
  };
  return (values, walk) => {
    const found: unknown[] = [];
    for (const value of values) {
      if (!Array.isArray(value)) return undefined;
      for (const item of value as unknown[]) {
        const isWanted = passes(item, walk);
        if (isWanted === undefined || walk.left < 0) return undefined;
        if (isWanted) found.push(item);
      }
    }
    return found;
  };
}

/** Fails where one of the parts does. */
function flatten(parts: readonly (Values | undefined)[]): Values | undefined {
  const found: unknown[] = [];
  for (const part of parts) {
    if (part === undefined) return undefined;
    for (const value of part) found.push(value);
  }
  return found;
}

function childrenOf(value: unknown): Values {
  if (Array.isArray(value)) return value;
  return isMap(value) ? Object.values(value) : [];
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isJsonNumber(value);
}
