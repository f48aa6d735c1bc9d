/**
 * Prepares and validates writes of nodes. A create keeps the status, since a kubelet registers its node together with
 * it.
 */
import { parseNetwork } from '@keelson/meta';
import type { Report, ResourceHooks } from '@keelson/schema';

import { isSame } from '../../rules/is-same.ts';
import { statusHooks } from '../../rules/status-hooks.ts';
import { validateNodeAnnotations } from './node-annotations.rules.ts';
import { NodeStatus } from './node-status.ts';
import type { Node } from './node.ts';
import { validateResourceAmount } from './resource-amount.rules.ts';
import { validateTaints } from './taint.rules.ts';

export const nodeRules = [
  'Taints have a qualified key, a label value and a known effect; no key is there twice for an effect.',
  'podCIDRs are at most two networks, of different families; they and providerID stay once they are set.',
  'Capacity and allocatable amounts are not negative, and whole where objects are counted; no address is there twice.',
  'The annotations of the scheduler for taints and for pods to avoid hold what they are for, in JSON.',
  'An update of the spec changes taints, unschedulable and what was not set.',
];

const { prepareForUpdate, prepareForStatusUpdate } = statusHooks(NodeStatus);

export const nodeHooks: ResourceHooks<Node> = {
  prepareForUpdate,
  prepareForStatusUpdate,
  validateCreate: validateNode,
  validateUpdate(object, old, report) {
    validateNode(object, report);
    validateNodeUpdate(object, old, report);
  },
  validateStatusUpdate: validateNodeUpdate,
  warnOnCreate: warnOfNode,
  warnOnUpdate: warnOfNode,
};

function warnOfNode({ spec }: Node): string[] {
  return [
    ...(spec.configSource === undefined ? [] : ['spec.configSource: the feature has been removed']),
    ...((spec.externalID ?? '') === ''
      ? []
      : ['spec.externalID: this field is deprecated, and is unused by Kubernetes']),
  ];
}

/** Clients know the path of taints as one of the metadata. */
const taintsPath = 'metadata.taints';

function validateNode({ metadata, spec, status }: Node, report: Report): void {
  validateNodeAnnotations(metadata.annotations ?? {}, report);
  validateTaints(spec.taints, taintsPath, report);
  validateResources(status, report);
  validatePodNetworks(spec.podCIDRs ?? [], report);
}

function validateResources(status: NodeStatus, report: Report): void {
  for (const key of ['capacity', 'allocatable'] as const) {
    for (const [name, amount] of Object.entries(status[key] ?? {})) {
      validateResourceAmount(name, amount, `status.${key}.${name}`, report);
    }
  }
}

const podNetworksPath = 'spec.podCIDRs';

function validatePodNetworks(networks: readonly string[], report: Report): void {
  const parsed = networks.map(parseNetwork);
  parsed.forEach((network, index) => {
    if (network === undefined) report.invalid(`${podNetworksPath}[${index}]`, networks, 'must be valid CIDR');
  });
  if (networks.length < 2) return;
  if (networks.length > 2 || new Set(parsed.map((network) => network?.isIPv4)).size < 2) {
    report.invalid(podNetworksPath, networks, 'may specify no more than one CIDR for each IP family');
  }
  const seen = new Set<string>();
  networks.forEach((network, index) => {
    if (seen.has(network)) report.duplicate(`${podNetworksPath}[${index}]`, network);
    seen.add(network);
  });
}

function validateNodeUpdate(object: Node, old: Node, report: Report): void {
  const { metadata, spec, status } = object;
  validateNodeAnnotations(metadata.annotations ?? {}, report);
  validateResources(status, report);
  validateAddresses(status, report);
  const { podCIDRs: networks = [], providerID: provider = '' } = spec;
  const { podCIDRs: networksBefore = [], providerID: providerBefore = '' } = old.spec;
  const before = report.issues.length;
  if (networksBefore.length > 0 && !isSame(networks, networksBefore)) {
    report.forbidden(podNetworksPath, 'node updates may not change podCIDR except from "" to valid');
  }
  if (providerBefore !== '' && provider !== providerBefore) {
    report.forbidden('spec.providerID', 'node updates may not change providerID except from "" to valid');
  }
  const isKept = report.issues.length === before;
  validateTaints(spec.taints, taintsPath, report);
  if (isKept && isSame(protectedOf(object), protectedOf(old))) return;
  const others = '(or configSource, if the DynamicKubeletConfig feature gate is enabled)';
  // Clients know this path.
  report.forbidden('[]', `node updates may only change labels, taints, or capacity ${others}`);
}

function validateAddresses({ addresses = [] }: NodeStatus, report: Report): void {
  const seen = new Set<string>();
  addresses.forEach(({ type, address }, index) => {
    const key = `${type} ${address}`;
    if (seen.has(key)) report.duplicate(`status.addresses[${index}]`, { type, address });
    seen.add(key);
  });
}

/** Parts that only its creator sets. */
function protectedOf({ spec }: Node): unknown {
  const { podCIDR: _1, podCIDRs: _2, providerID: _3, configSource: _4, unschedulable: _5, taints: _6, ...rest } = spec;
  return rest;
}
