/** Validates the combination of list and watch options. */
import { createReport, quote } from '@keelson/schema';
import type { Issue } from '@keelson/schema';

import type { ListOptions } from '../contract.ts';

const matches = ['Exact', 'NotOlderThan', ''];
const path = 'resourceVersionMatch';

/** `asksForInitialEvents`: a watch that says how fresh its initial events have to be. */
export function validateMatch(options: ListOptions, isWatch: boolean, asksForInitialEvents: boolean): Issue[] {
  const report = createReport();
  const { resourceVersion = '', resourceVersionMatch: match = '' } = options;
  if (match === '' || asksForInitialEvents) return report.issues;
  if (isWatch) report.forbidden(path, `${path} is forbidden for watch`);
  if (resourceVersion === '') report.forbidden(path, `${path} is forbidden unless resourceVersion is provided`);
  if ((options.continue ?? '') !== '') report.forbidden(path, `${path} is forbidden when continue is provided`);
  if (!matches.includes(match)) report.notSupported(path, match, matches);
  if (match === 'Exact' && resourceVersion === '0') {
    report.forbidden(path, `${path} ${quote('exact')} is forbidden for resourceVersion ${quote('0')}`);
  }
  return report.issues;
}
