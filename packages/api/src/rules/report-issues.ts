/** Puts issues that were found elsewhere into a report. */
import type { Issue, IssueReport, Report } from '@keelson/schema';

/** Every report is an `IssueReport`, whose list of issues may grow. */
export function reportIssues(report: Report, issues: readonly Issue[]): void {
  (report as IssueReport).issues.push(...issues);
}
