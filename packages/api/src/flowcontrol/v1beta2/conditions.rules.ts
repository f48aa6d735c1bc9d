/** The rules for the conditions of both kinds of this group. */
import type { Report } from '@keelson/schema';

import { eachItem } from '../../rules/each-item.ts';

interface Status {
  readonly conditions?: readonly { readonly type?: string }[];
}

export const conditionRules = ['Conditions have a type, each another one.'];

export function validateConditions({ status }: { readonly status: Status }, report: Report): void {
  const seen = new Set<string>();
  eachItem(report, 'status.conditions', status.conditions, ({ type = '' }) => {
    if (seen.has(type)) report.duplicate('type', type);
    seen.add(type);
    if (type === '') report.required('type', 'must not be empty');
  });
}
