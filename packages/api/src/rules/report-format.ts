/** Reports what a format finds wrong with a text. */
import type { Report, StringFormat } from '@keelson/schema';

export function reportFormat(report: Report, path: string, text: string, format: StringFormat): void {
  for (const problem of format.check(text)) report.invalid(path, text, problem);
}
