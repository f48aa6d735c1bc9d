/** Message texts that all name rules share. */
export const mustBeNonEmpty = 'must be non-empty';

export function wordMaxLength(max: number): string {
  return `must be no more than ${max} characters`;
}

export function wordRange(low: number, high: number): string {
  return `must be between ${low} and ${high}, inclusive`;
}

/** `claim`, then examples, then the expression that decides. */
export function wordPattern(claim: string, pattern: string, examples: readonly string[] = []): string {
  if (examples.length === 0) return `${claim} (regex used for validation is '${pattern}')`;
  const listed = examples.map((example) => `'${example}', `).join(' or ');
  return `${claim} (e.g. ${listed}regex used for validation is '${pattern}')`;
}

/** Lengths are counted in bytes of UTF-8. */
export function isLongerThan(text: string, maxBytes: number): boolean {
  return text.length > maxBytes || Buffer.byteLength(text) > maxBytes;
}
