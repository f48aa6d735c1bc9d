/** A report that words issues and keeps them in order. It knows nothing of the rules. */
import type { Issue, Report, RuleGates } from '../language/report.ts';
import {
  duplicateIssue,
  forbiddenIssue,
  internalIssue,
  invalidIssue,
  maxPathLength,
  notFoundIssue,
  notSupportedIssue,
  requiredIssue,
  tooLongIssue,
  tooManyIssue,
  typeInvalidIssue,
} from './issue.ts';
import { joinPath } from './join-path.ts';
import { shorten } from '../printed/shorten.ts';

/**
 * Limits of one report, more than anybody reads. An object of a few megabytes can have a hundred thousand
 * issues.
 */
const maxIssues = 1_000;
const maxCharacters = 64 * 1024;

export interface IssueReport extends Report {
  readonly issues: Issue[];
  /** The depth of the message that the walk is in. */
  depth: number;
  notFound(path: string, value: unknown): void;
  typeInvalid(path: string, value: unknown, detail: string): void;
  /** Puts `prefix` before the paths of all issues from the one at `start` on. */
  prefixFrom(start: number, prefix: string): void;
}

export function createReport(gates?: RuleGates): IssueReport {
  return new LimitedReport(gates);
}

/**
 * Issues within the limits; where there were more, the last one says so. One is made for every object that is validated,
 * so it costs no closures.
 */
class LimitedReport implements IssueReport {
  readonly issues: Issue[] = [];
  readonly gates: RuleGates | undefined;
  isFull = false;
  depth = 0;
  #characters = 0;

  constructor(gates: RuleGates | undefined) {
    this.gates = gates;
  }

  required(path: string, detail?: string): void {
    this.#add(() => requiredIssue(path, detail));
  }

  invalid(path: string, value: unknown, detail: string): void {
    this.#add(() => invalidIssue(path, value, detail));
  }

  typeInvalid(path: string, value: unknown, detail: string): void {
    this.#add(() => typeInvalidIssue(path, value, detail));
  }

  duplicate(path: string, value: unknown): void {
    this.#add(() => duplicateIssue(path, value));
  }

  notSupported(path: string, value: unknown, supported: readonly string[]): void {
    this.#add(() => notSupportedIssue(path, value, supported));
  }

  notFound(path: string, value: unknown): void {
    this.#add(() => notFoundIssue(path, value));
  }

  forbidden(path: string, detail: string): void {
    this.#add(() => forbiddenIssue(path, detail));
  }

  tooLong(path: string, _value: unknown, maxLength: number): void {
    this.#add(() => tooLongIssue(path, maxLength));
  }

  tooMany(path: string, actual: number, max: number): void {
    this.#add(() => tooManyIssue(path, actual, max));
  }

  internal(path: string, detail: string): void {
    this.#add(() => internalIssue(path, detail));
  }

  add(issues: readonly Issue[]): void {
    for (const issue of issues) this.#add(() => issue);
  }

  within(prefix: string, check: () => void): void {
    const before = this.issues.length;
    check();
    if (this.issues.length > before) this.prefixFrom(before, prefix);
  }

  /** Words an issue only if there is room for it. */
  #add(word: () => Issue): void {
    if (this.isFull) return;
    const issue = word();
    this.issues.push(issue);
    this.#characters += sizeOf(issue);
    this.#letGo(this.issues.length - 1);
  }

  prefixFrom(start: number, prefix: string): void {
    const { issues } = this;
    for (let at = start; at < issues.length; at++) {
      const issue = issues[at];
      if (issue === undefined) continue;
      const before = issue.path.length;
      issue.path = shorten(joinPath(prefix, issue.path), maxPathLength);
      this.#characters += issue.path.length - before;
    }
    this.#letGo(start);
  }

  /** Drops the last ones, but none before the one at `start`, as long as they are too many. */
  #letGo(start: number): void {
    const { issues } = this;
    let last: Issue | undefined;
    while (issues.length > Math.max(start, 1) && this.#isTooMuch()) {
      last = issues.pop();
      if (last !== undefined) this.#characters -= sizeOf(last);
    }
    if (last === undefined) return;
    this.isFull = true;
    const rest = tooManyToTell(last.path);
    issues.push(rest);
    this.#characters += sizeOf(rest);
  }

  #isTooMuch(): boolean {
    return this.issues.length > maxIssues || this.#characters > maxCharacters;
  }
}

function tooManyToTell(path: string): Issue {
  return { code: 'FieldValueTooMany', path, message: 'Too many: there are more issues than these' };
}

function sizeOf({ path, message }: Issue): number {
  return path.length + message.length;
}
