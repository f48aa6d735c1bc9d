/**
 * The number of versions of a definition, and of their columns. Every replica declares all of them in the turn in which
 * it hears of the definition, whether or not they are ever used.
 */
import type { Report } from '@keelson/schema';

import type { CustomResourceDefinitionSpec } from '../v1/custom-resource-definition.ts';

/** A version takes a tenth of a millisecond to declare. */
const mostVersions = 100;
/** Of all versions together. A column takes some microseconds. */
const mostColumns = 2_000;

type Spec = Pick<CustomResourceDefinitionSpec, 'versions'>;

/** A definition that has more already, out of another server's store, may keep them. */
export function checkCounts(spec: Spec, old: Spec | undefined, report: Report): void {
  const versions = countVersions(spec);
  if (versions > Math.max(mostVersions, countVersions(old))) report.tooMany('spec.versions', versions, mostVersions);
  const columns = countColumns(spec);
  if (columns > Math.max(mostColumns, countColumns(old))) {
    report.forbidden('spec.versions', `all versions together must not have more than ${mostColumns} columns`);
  }
}

function countVersions(spec: Spec | undefined): number {
  return spec?.versions?.length ?? 0;
}

function countColumns(spec: Spec | undefined): number {
  return (spec?.versions ?? []).reduce((sum, version) => sum + (version.additionalPrinterColumns?.length ?? 0), 0);
}
