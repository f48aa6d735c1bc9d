/** Rules for the sysctls that a pod security policy allows and forbids, by name or by a prefix that ends in `*`. */
import type { Report } from '@keelson/schema';

const maxLength = 253;
const pattern = String.raw`^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\./])*([a-z0-9][-_a-z0-9]*)?[a-z0-9*]$`;
const expression = new RegExp(pattern);
const wildcard = '*';

type Names = readonly string[] | undefined;

export function validateSysctlPatterns(names: Names, path: string, report: Report): void {
  if (names === undefined) return;
  for (const [index, name] of names.entries()) {
    const at = `${path}[${index}]`;
    if (name === '') report.invalid(at, name, 'empty sysctl not allowed');
    else if (name.length > maxLength || !expression.test(name)) {
      report.invalid(at, name, `must have at most ${maxLength} characters and match regex ${pattern}`);
    }
  }
  if (names.length > 1 && names.some((name) => name.startsWith(wildcard) && expression.test(name))) {
    report.forbidden(`${path}.items`, "if '*' is present, must not specify other sysctls");
  }
}

export function validateSysctlOverlap(allowed: Names = [], forbidden: Names = [], report: Report): void {
  if (allowed.length === 0 || forbidden.length === 0) return;
  const index = new NameIndex(forbidden);
  allowed.forEach((name, at) => {
    if (report.isFull || name.length > maxLength) return;
    for (const { position, isAbove } of index.overlapping(name)) {
      const other = forbidden[position] ?? '';
      if (isAbove) report.invalid(`allowedUnsafeSysctls[${at}]`, name, `sysctl overlaps with ${other}`);
      else report.invalid(`forbiddenSysctls[${position}]`, other, `sysctl overlaps with ${name}`);
    }
  });
}

interface Overlap {
  readonly position: number;
  /** The forbidden one covers the allowed one. */
  readonly isAbove: boolean;
}

/** Finds overlaps without a look at each pair of names. */
class NameIndex {
  readonly #byName = new Map<string, number[]>();
  /** By what is before the `*`. */
  readonly #byPrefix = new Map<string, number[]>();
  readonly #sorted: readonly (readonly [text: string, position: number])[];

  constructor(names: readonly string[]) {
    names.forEach((name, position) => {
      const list = name.endsWith(wildcard) ? this.#byPrefix : this.#byName;
      const key = withoutWildcard(name);
      const positions = list.get(key);
      if (positions === undefined) list.set(key, [position]);
      else positions.push(position);
    });
    this.#sorted = names
      .map((name, position) => [withoutWildcard(name), position] as const)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  }

  overlapping(name: string): Overlap[] {
    const text = withoutWildcard(name);
    const above = new Set<number>();
    for (let length = 0; length <= text.length; length++) {
      for (const position of this.#byPrefix.get(text.slice(0, length)) ?? []) above.add(position);
    }
    if (!name.endsWith(wildcard)) for (const position of this.#byName.get(text) ?? []) above.add(position);
    const overlaps = [...above].map((position) => ({ position, isAbove: true }));
    if (name.endsWith(wildcard)) {
      for (const position of this.#startingWith(text))
        if (!above.has(position)) overlaps.push({ position, isAbove: false });
    }
    return overlaps.sort((a, b) => a.position - b.position);
  }

  *#startingWith(prefix: string): Generator<number> {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle]?.[0] ?? '') < prefix) low = middle + 1;
      else high = middle;
    }
    for (let at = low; this.#sorted[at]?.[0].startsWith(prefix) === true; at++) yield this.#sorted[at]?.[1] ?? 0;
  }
}

function withoutWildcard(name: string): string {
  return name.endsWith(wildcard) ? name.slice(0, -1) : name;
}
