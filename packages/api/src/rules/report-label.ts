/** Reports a name that is no DNS label, all that is wrong with it in one issue. */
import { dns1035Label } from '@keelson/meta';
import type { Report } from '@keelson/schema';

export function reportLabel(report: Report, path: string, name: string): void {
  const problems = dns1035Label.check(name);
  if (problems.length > 0) report.invalid(path, name, problems.join(','));
}
