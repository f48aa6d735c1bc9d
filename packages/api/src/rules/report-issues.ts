/** Puts issues that were found elsewhere into a report. */
import type { Issue, IssueReport, Report } from '@keelson/schema';

/** Every report is an `IssueReport`, which keeps its limits. */
export function reportIssues(report: Report, issues: readonly Issue[]): void {
  (report as IssueReport).add(issues);
}
