/** Rules for what a claim asks for. */
import { dns1123Subdomain, signOfQuantity, validateLabelSelector } from '@keelson/meta';
import type { Report } from '@keelson/schema';

import { isSame } from '../../rules/is-same.ts';
import { reportFormat } from '../../rules/report-format.ts';
import { validateAccessModes } from './access-modes.rules.ts';
import type { TypedLocalObjectReference } from './object-reference.ts';
import type { PersistentVolumeClaimSpec } from './persistent-volume-claim-spec.ts';

const volumeModes = ['Block', 'Filesystem'];

export function validateClaimSpec(spec: PersistentVolumeClaimSpec, report: Report): void {
  const { accessModes = [], selector, resources, storageClassName = '', volumeMode, dataSource, dataSourceRef } = spec;
  if (accessModes.length === 0) report.required('accessModes', 'at least 1 access mode is required');
  report.within('selector', () => validateLabelSelector(selector, report));
  validateAccessModes(accessModes, report);
  validateSize(resources.requests ?? {}, report);
  if (storageClassName !== '') reportFormat(report, 'storageClassName', storageClassName, dns1123Subdomain);
  if (volumeMode !== undefined && !volumeModes.includes(volumeMode)) {
    report.notSupported('volumeMode', volumeMode, volumeModes);
  }
  validateDataSource(dataSource, 'dataSource', report);
  validateDataSource(dataSourceRef, 'dataSourceRef', report);
  if (dataSource !== undefined && dataSourceRef !== undefined && !isSame(dataSource, dataSourceRef)) {
    report.invalid('', 'dataSource', 'must match dataSourceRef');
  }
}

function validateSize(requests: Readonly<Record<string, string>>, report: Report): void {
  const size = Object.hasOwn(requests, 'storage') ? requests['storage'] : undefined;
  if (size === undefined) report.required('resources[storage]');
  else if (signOfQuantity(size) <= 0) {
    report.invalid('resources[storage]', size, 'must be greater than zero');
  }
}

/** Of the core group only claims can be copied. */
function validateDataSource(source: TypedLocalObjectReference | undefined, path: string, report: Report): void {
  if (source === undefined) return;
  const { name, kind, apiGroup } = source;
  report.within(path, () => {
    if (name === '') report.required('name');
    if (kind === '') report.required('kind');
    // The message of 1.24 is empty.
    if ((apiGroup ?? '') === '' && kind !== 'PersistentVolumeClaim') report.invalid('', kind, '');
  });
}
