/** Rules for limits that are a number of pods or a percentage of all. */
import { percentage } from '@keelson/meta';
import type { Report } from '@keelson/schema';

import { reportFormat } from './report-format.ts';

export type IntOrPercent = number | string;

export function checkIntOrPercent(report: Report, path: string, value: IntOrPercent): void {
  if (typeof value === 'string') reportFormat(report, path, value, percentage);
  else if (value < 0) report.invalid(path, value, 'must be greater than or equal to 0');
}

export function checkAtMostAll(report: Report, path: string, value: IntOrPercent): void {
  if ((percentOf(value) ?? 0) > 100) report.invalid(path, value, 'must not be greater than 100%');
}

/** Zero pods, or 0 %; a text that is neither a number nor a percentage counts as zero. */
export function isZeroLimit(value: IntOrPercent | undefined): boolean {
  if (typeof value !== 'string') return (value ?? 0) === 0;
  return (percentOf(value) ?? (/^[+-]?\d+$/.test(value) ? Number(value) : 0)) === 0;
}

function percentOf(value: IntOrPercent): number | undefined {
  if (typeof value !== 'string' || percentage.check(value).length > 0) return undefined;
  return Number(value.slice(0, -1));
}
