/** A report that words issues and keeps them in order. It knows nothing of the rules. */
import type { Issue, Report } from '../language/report.ts';
import {
  duplicateIssue,
  forbiddenIssue,
  internalIssue,
  invalidIssue,
  notFoundIssue,
  notSupportedIssue,
  requiredIssue,
  tooLongIssue,
  tooManyIssue,
  typeInvalidIssue,
} from './issue.ts';
import { joinPath } from './join-path.ts';

export interface IssueReport extends Report {
  readonly issues: Issue[];
  /** How many messages deep the walk is. */
  depth: number;
  notFound(path: string, value: unknown): void;
  typeInvalid(path: string, value: unknown, detail: string): void;
  internal(path: string, detail: string): void;
}

export function createReport(): IssueReport {
  const issues: Issue[] = [];
  const add = (found: Issue): void => void issues.push(found);
  return {
    issues,
    depth: 0,
    required: (path, detail) => add(requiredIssue(path, detail)),
    invalid: (path, value, detail) => add(invalidIssue(path, value, detail)),
    typeInvalid: (path, value, detail) => add(typeInvalidIssue(path, value, detail)),
    duplicate: (path, value) => add(duplicateIssue(path, value)),
    notSupported: (path, value, supported) => add(notSupportedIssue(path, value, supported)),
    notFound: (path, value) => add(notFoundIssue(path, value)),
    forbidden: (path, detail) => add(forbiddenIssue(path, detail)),
    tooLong: (path, _value, maxLength) => add(tooLongIssue(path, maxLength)),
    tooMany: (path, actual, max) => add(tooManyIssue(path, actual, max)),
    internal: (path, detail) => add(internalIssue(path, detail)),
    within: (prefix, check) => {
      const before = issues.length;
      check();
      prefixFrom(issues, before, prefix);
    },
  };
}

/** Puts `prefix` before the paths of all issues from the one at `start` on. */
export function prefixFrom(issues: readonly Issue[], start: number, prefix: string): void {
  for (let at = start; at < issues.length; at++) {
    const issue = issues[at];
    if (issue !== undefined) issue.path = joinPath(prefix, issue.path);
  }
}
