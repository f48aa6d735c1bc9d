/** The rules for CSINodes. */
import { qualifiedName } from '@keelson/meta';
import { quote, verbatim, type Report, type ResourceHooks } from '@keelson/schema';

import { eachItem } from '../../rules/each-item.ts';
import { isSame } from '../../rules/is-same.ts';
import { reportFormat } from '../../rules/report-format.ts';
import { validateDriverName } from './csi-driver-name.ts';
import type { CSINode, CSINodeDriver } from './csi-node.ts';

const maxNodeIdLength = 256;

export const csiNodeRules = [
  'Names of drivers are DNS subdomains of at most 63 characters and differ from each other; upper case is taken as lower case.',
  'nodeID is not empty and has at most 256 characters.',
  'allocatable.count is not negative.',
  'Topology keys are qualified names and differ from each other.',
  'A driver stays as it is; it can be removed and come back changed.',
];

export const csiNodeHooks: ResourceHooks<CSINode> = {
  validateCreate: validateCsiNode,
  validateUpdate(object, old, report) {
    // Twice, as clients of the API see it.
    validateCsiNode(object, report);
    validateCsiNode(object, report);
    const drivers = new Map((object.spec.drivers ?? []).map((driver) => [driver.name, driver]));
    for (const before of old.spec.drivers ?? []) {
      const driver = drivers.get(before.name);
      if (driver === undefined || isSame(driver, before)) continue;
      report.invalid('CSINodeDriver', printDriver(driver), 'field is immutable');
    }
  },
};

function validateCsiNode({ spec }: CSINode, report: Report): void {
  const names = new Set<string>();
  eachItem(report, 'spec.drivers', spec.drivers, (driver) => {
    const { name, nodeID, allocatable, topologyKeys } = driver;
    validateDriverName(name, 'name', report);
    if (nodeID === '') report.required('nodeID');
    if (Buffer.byteLength(nodeID) > maxNodeIdLength) {
      report.invalid('nodeID', nodeID, `must be ${maxNodeIdLength} characters or less`);
    }
    const { count = 0 } = allocatable ?? {};
    if (count < 0) report.invalid('allocatable.count', count, 'must be greater than or equal to 0');
    if (names.has(name)) report.duplicate('name', name);
    names.add(name);
    validateTopologyKeys(topologyKeys ?? [], report);
  });
}

/** Clients know what is wrong with a key by the path of its driver. */
function validateTopologyKeys(keys: readonly string[], report: Report): void {
  const seen = new Set<string>();
  for (const key of keys) {
    if (key === '') report.required('');
    if (seen.has(key)) report.duplicate('', key);
    seen.add(key);
    reportFormat(report, '', key, qualifiedName);
  }
}

function printDriver({ name, nodeID }: CSINodeDriver) {
  return verbatim(`storage.CSINodeDriver{Name:${quote(name)}, NodeID:${quote(nodeID)}}`);
}
