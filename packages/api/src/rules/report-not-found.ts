/** Reports a name that names nothing. */
import type { IssueReport, Report } from '@keelson/schema';

/** Every report is an `IssueReport`; the narrower interface that rules see has no word for this finding. */
export function reportNotFound(report: Report, path: string, value: string): void {
  (report as IssueReport).notFound(path, value);
}
