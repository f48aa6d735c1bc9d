/** JSON paths of columns and scales begin at the object. */
import type { Report } from '@keelson/schema';

/** Returns true if the path is one. */
export function checkSimplePath(path: string, at: string, report: Report): boolean {
  if (path.startsWith('.')) return true;
  report.invalid(at, path, 'must be a simple json path starting with .');
  return false;
}
