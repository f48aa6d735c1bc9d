/** The rules for CSIStorageCapacities, in all versions. */
import { dns1123Subdomain, signOfQuantity, validateLabelSelector } from '@keelson/meta';
import type { Report, ResourceHooks } from '@keelson/schema';

import { isSame } from '../../rules/is-same.ts';
import { reportFormat } from '../../rules/report-format.ts';
import type { CSIStorageCapacity } from './csi-storage-capacity.ts';

export const csiStorageCapacityRules = [
  'nodeTopology is a valid label selector.',
  'storageClassName is a DNS subdomain.',
  'capacity is not negative.',
  'nodeTopology and storageClassName stay.',
];

export const csiStorageCapacityHooks: ResourceHooks<CSIStorageCapacity> = {
  validateCreate: validateCapacity,
  validateUpdate(object, old, report) {
    validateCapacity(object, report);
    for (const key of ['nodeTopology', 'storageClassName'] as const) {
      if (!isSame(object[key], old[key])) report.invalid(key, object[key], 'field is immutable');
    }
  },
};

function validateCapacity(
  { nodeTopology, storageClassName, capacity = '0' }: CSIStorageCapacity,
  report: Report,
): void {
  report.within('nodeTopology', () => validateLabelSelector(nodeTopology, report));
  reportFormat(report, 'storageClassName', storageClassName, dns1123Subdomain);
  if (signOfQuantity(capacity) < 0) report.invalid('capacity', capacity, 'must be greater than or equal to 0');
}
