/**
 * The life of an API version: when it came, when it was deprecated, when it stops
 * being served and what replaces it. Releases are written `1.22`.
 */
export type Release = `${number}.${number}`;

export interface Lifecycle {
  readonly introduced?: Release;
  readonly deprecated?: Release;
  readonly removed?: Release;
  readonly replacement?: { readonly group: string; readonly version: string; readonly kind: string };
  /** The deprecation warning does not name the replacement. */
  readonly warningOmitsReplacement?: boolean;
}

/** Compares by number, not as text: `1.10` is later than `1.9`. */
export function isLater(a: Release, b: Release): boolean {
  const [majorA = 0, minorA = 0] = a.split('.').map(Number);
  const [majorB = 0, minorB = 0] = b.split('.').map(Number);
  return majorA !== majorB ? majorA > majorB : minorA > minorB;
}
