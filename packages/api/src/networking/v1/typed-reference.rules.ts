/** Rules for references to objects of any kind from ingresses and their classes. */
import { dns1123Subdomain, pathSegmentName } from '@keelson/meta';
import type { Report } from '@keelson/schema';

import { reportFormat } from '../../rules/report-format.ts';

interface TypedReference {
  readonly apiGroup?: string | null;
  readonly kind: string;
  readonly name: string;
}

export function validateTypedReference({ apiGroup, kind, name }: TypedReference, report: Report): void {
  if (apiGroup !== undefined && apiGroup !== null) reportFormat(report, 'apiGroup', apiGroup, dns1123Subdomain);
  if (kind === '') report.required('kind', 'kind is required');
  else reportFormat(report, 'kind', kind, pathSegmentName);
  if (name === '') report.required('name', 'name is required');
  else reportFormat(report, 'name', name, pathSegmentName);
}
