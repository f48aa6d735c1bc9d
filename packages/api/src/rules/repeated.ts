/** Rules that clients see twice: those of all objects of the kind, and again those of a changed one. */
import type { Report } from '@keelson/schema';

export function repeated(report: Report, check: () => void): void {
  const before = report.issues.length;
  check();
  if (report.issues.length > before) report.add(report.issues.slice(before).map((issue) => ({ ...issue })));
}
