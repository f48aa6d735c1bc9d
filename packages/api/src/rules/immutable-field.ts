/** Reports a field that differs from what it was. */
import type { Report } from '@keelson/schema';

import { isSame } from './is-same.ts';

export function checkImmutable(report: Report, path: string, value: unknown, old: unknown): void {
  if (!isSame(value, old)) report.invalid(path, value ?? null, 'field is immutable');
}
