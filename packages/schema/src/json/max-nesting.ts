/** The limit on the nesting of lists and objects, and the check of it. */
import { ExactNumber } from '../formats/exact-number.ts';

/**
 * The nesting limit of lists and objects in every notation: JSON, YAML, protobuf, patches, and the objects that patches
 * produce. It is enforced once, on input, so that code that walks an object may recurse.
 *
 * Law: every walk stands three times this depth on the stack that Node gives its main thread (984 KB; workers have
 * more). The first to end are copying by structured clone and printing in Go's notation, at 1,900 levels.
 */
export const maxNesting = 500;

/** Returns true if lists and objects nest deeper than `levels`. Goes level by level, so it needs no stack. */
export function nestsDeeper(value: unknown, levels: number = maxNesting): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === levels) return true;
    const below: object[] = [];
    for (const container of level) addContainers(below, container);
    level = below;
  }
  return false;
}

function addContainers(below: object[], container: object): void {
  if (Array.isArray(container)) {
    for (const item of container) if (isContainer(item)) below.push(item);
    return;
  }
  for (const key in container) {
    const value = (container as Readonly<Record<string, unknown>>)[key];
    if (isContainer(value)) below.push(value);
  }
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof ExactNumber);
}
