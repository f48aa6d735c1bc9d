/** The message of a refusal: all issues in one line, each wording once however often it was found. */
import type { Issue } from '../language/report.ts';
import { quote } from '../printed/quote.ts';
import { shorten } from '../printed/shorten.ts';

/** Far more than any name that is one. */
export const maxToldNameLength = 1024;

/** `of` is the kind with its group, such as `Job.batch`. */
export function formatIssues(of: string, name: string, issues: readonly Issue[]): string {
  const start = `${of} ${quote(shorten(name, maxToldNameLength))} is invalid`;
  return issues.length === 0 ? start : `${start}: ${listIssues(issues)}`;
}

/** One issue stands alone, several in brackets. */
export function listIssues(issues: readonly Issue[]): string {
  const texts = [...new Set(issues.map((issue) => `${issue.path}: ${issue.message}`))];
  return texts.length === 1 ? texts.join() : `[${texts.join(', ')}]`;
}
