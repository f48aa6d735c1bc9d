/** Name rules that combine a maximum length with a pattern. */
import { isLongerThan, wordMaxLength, wordPattern } from './wording.ts';

export interface PatternRule {
  readonly pattern: string;
  readonly claim: string;
  readonly examples: readonly string[];
  readonly maxLength?: number;
}

/** Patterns must not be able to backtrack far: they see names of any length that `maxLength` lets pass. */
export function compilePatternRule(rule: PatternRule): (text: string) => string[] {
  const { maxLength = Infinity } = rule;
  const expression = new RegExp(`^(?:${rule.pattern})$`);
  const mismatch = wordPattern(rule.claim, rule.pattern, rule.examples);
  return (text) => {
    // NOTE: a name that is far too long is invalid without being matched.
    const isTooLong = isLongerThan(text, maxLength);
    const problems = isTooLong ? [wordMaxLength(maxLength)] : [];
    if (text.length > 64 * 1024 || !expression.test(text)) problems.push(mismatch);
    return problems;
  };
}
