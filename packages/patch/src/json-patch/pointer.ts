/** JSON pointers (RFC 6901) as JSON patch uses them here: split leniently, steps into lists as the API takes them. */
import { isList } from '../json-object.ts';

export interface Pointer {
  readonly parents: readonly string[];
  readonly last: string;
}

/**
 * Undefined for the whole document, which cannot be patched. What comes before the first slash is ignored:
 * `data/k` is `/k`.
 */
export function parsePointer(text: string): Pointer | undefined {
  const [, ...steps] = text.split('/');
  const last = steps.pop();
  return last === undefined ? undefined : { parents: steps.map(unescapeStep), last: unescapeStep(last) };
}

/** One pass: what `~0` gives is not read again. */
function unescapeStep(step: string): string {
  return step.includes('~') ? step.replace(/~[01]/g, (mark) => (mark === '~1' ? '/' : '~')) : step;
}

/** Counted from the end when negative. Undefined when it is no number or lies outside of `length`. */
export function indexWithin(step: string, length: number): number | undefined {
  if (!/^[-+]?\d{1,15}$/.test(step)) return undefined;
  const index = Number(step);
  if (index >= length || index < -length) return undefined;
  return index < 0 ? index + length : index + 0;
}

/** The value a step leads to; undefined where there is none. */
export function stepInto(container: unknown, step: string): unknown {
  if (isList(container)) {
    const index = indexWithin(step, container.length);
    return index === undefined ? undefined : container[index];
  }
  return Object.hasOwn(container as object, step) ? (container as Record<string, unknown>)[step] : undefined;
}
