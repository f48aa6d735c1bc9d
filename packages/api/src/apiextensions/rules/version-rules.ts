/** The versions of a custom resource, each in itself, and the names of all. */
import { verbatim, type Report } from '@keelson/schema';

import type { CustomResourceDefinitionSpec } from '../v1/custom-resource-definition.ts';
import type { CustomResourceDefinitionVersion } from '../v1/custom-resource-version.ts';
import { checkColumns } from './column-rules.ts';
import { findWarningFaults } from './deprecation-warning.ts';
import { reportLabel } from '../../rules/report-label.ts';
import { checkSchema, type SchemaRules } from './schema-rules.ts';
import { schemaOf } from './schemas-of.ts';
import { checkSubresources } from './subresource-rules.ts';

export interface VersionPlace {
  readonly version: CustomResourceDefinitionVersion;
  readonly hasStatus: boolean;
  readonly at: string;
}

export function checkVersion({ version, hasStatus, at }: VersionPlace, rules: SchemaRules, report: Report): void {
  const { name, deprecated = false, deprecationWarning, subresources, additionalPrinterColumns } = version;
  reportLabel(report, `${at}.name`, name);
  for (const fault of findWarningFaults(deprecated, deprecationWarning)) {
    report.invalid(`${at}.deprecationWarning`, deprecationWarning, fault);
  }
  const schema = schemaOf(version);
  if (schema !== undefined) checkSchema({ node: schema, at: `${at}.schema.openAPIV3Schema`, hasStatus }, rules, report);
  checkSubresources(subresources, `${at}.subresources`, report);
  checkColumns(additionalPrinterColumns, `${at}.additionalPrinterColumns`, report);
}

export function checkVersionNames({ versions }: CustomResourceDefinitionSpec, at: string, report: Report): void {
  const names = (versions ?? []).map(({ name }) => name);
  const value = versions ?? verbatim('[]apiextensions.CustomResourceDefinitionVersion(nil)');
  if (new Set(names).size < names.length) report.invalid(`${at}.versions`, value, 'must contain unique version names');
  if ((versions ?? []).filter(({ storage }) => storage).length !== 1) {
    report.invalid(`${at}.versions`, value, 'must have exactly one version marked as storage version');
  }
  // The first one is reported once more, under the name of a field from when there was only one.
  const [first = ''] = names;
  if (first !== '') reportLabel(report, `${at}.version`, first);
}
