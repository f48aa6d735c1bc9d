/** The names of a custom resource, in its definition and those that were accepted. */
import { dns1035Label } from '@keelson/meta';
import type { Report } from '@keelson/schema';

import type { CustomResourceDefinitionNames } from '../v1/custom-resource-definition.ts';
import { reportLabel } from '../../rules/report-label.ts';

const needed = ['plural', 'singular', 'kind', 'listKind'] as const;

export function checkNeededNames(names: CustomResourceDefinitionNames, at: string, report: Report): void {
  for (const key of needed) if ((names[key] ?? '') === '') report.required(`${at}.${key}`);
}

/** Names that are not given are no fault. */
export function checkNames(names: CustomResourceDefinitionNames, at: string, report: Report): void {
  const { plural, singular = '', kind, listKind = '', shortNames, categories } = names;
  if (plural !== '') reportLabel(report, `${at}.plural`, plural);
  if (singular !== '') reportLabel(report, `${at}.singular`, singular);
  checkKind(kind, `${at}.kind`, report);
  checkKind(listKind, `${at}.listKind`, report);
  for (const [index, name] of (shortNames ?? []).entries()) reportLabel(report, `${at}.shortNames[${index}]`, name);
  if (kind !== '' && kind === listKind) {
    report.invalid(`${at}.listKind`, listKind, 'kind and listKind may not be the same');
  }
  for (const [index, name] of (categories ?? []).entries()) reportLabel(report, `${at}.categories[${index}]`, name);
}

function checkKind(kind: string, at: string, report: Report): void {
  const problems = kind === '' ? [] : dns1035Label.check(kind.toLowerCase());
  if (problems.length === 0) return;
  report.invalid(at, kind, `may have mixed case, but should otherwise match: ${problems.join(',')}`);
}
