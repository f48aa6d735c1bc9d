/**
 * Prepares and validates writes of nodes. A create keeps the status, since a kubelet registers its node together with
 * it.
 */
import { parseNetwork } from '@keelson/meta';
import type { Report, ResourceHooks } from '@keelson/schema';

import { statusHooks } from '../../rules/status-hooks.ts';
import { configSourceRules, validateConfigSource } from './node-config-source.rules.ts';
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
  'externalID stays, and taints and unschedulable may change.',
  ...configSourceRules,
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
const cannotCheck = 'invalid PodCIDRs. failed to check with dual stack with error:';

function validatePodNetworks(networks: readonly string[], report: Report): void {
  const parsed = networks.map(parseNetwork);
  parsed.forEach((network, index) => {
    if (network === undefined) report.invalid(`${podNetworksPath}[${index}]`, networks, 'must be valid CIDR');
  });
  if (networks.length < 2) return;
  const wrong = networks.find((_, index) => parsed[index] === undefined);
  if (wrong !== undefined) report.internal(podNetworksPath, `${cannotCheck}invalid CIDR address: ${wrong}`);
  const families = new Set(parsed.map((network) => network?.isIPv4));
  if (wrong !== undefined || networks.length > 2 || families.size < 2) {
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
  const { providerID: provider = '', externalID: external = '' } = old.spec;
  validateNodeAnnotations(metadata.annotations ?? {}, report);
  validateResources(status, report);
  validateAddresses(status, report);
  validatePodNetworksKept(spec.podCIDRs ?? [], old.spec.podCIDRs ?? [], report);
  if (provider !== '' && spec.providerID !== provider) {
    report.forbidden('spec.providerID', 'node updates may not change providerID except from "" to valid');
  }
  validateConfigSource(spec.configSource, 'spec.configSource', { isInStatus: false }, report);
  for (const key of ['assigned', 'active', 'lastKnownGood'] as const) {
    validateConfigSource(status.config?.[key], `status.config.${key}`, { isInStatus: true }, report);
  }
  validateTaints(spec.taints, taintsPath, report);
  if ((spec.externalID ?? '') !== external) report.forbidden('spec.externalID', 'may not be updated');
}

/** Once for each network that differs. */
function validatePodNetworksKept(networks: readonly string[], before: readonly string[], report: Report): void {
  const differ = before.filter((network, index) => network !== networks[index]).length;
  const count = before.length > 0 && networks.length !== before.length ? 1 : differ;
  for (let left = count; left > 0; left--) {
    report.forbidden(podNetworksPath, 'node updates may not change podCIDR except from "" to valid');
  }
}

function validateAddresses({ addresses = [] }: NodeStatus, report: Report): void {
  const seen = new Set<string>();
  addresses.forEach(({ type, address }, index) => {
    const key = `${type} ${address}`;
    if (seen.has(key)) report.duplicate(`status.addresses[${index}]`, { type, address });
    seen.add(key);
  });
}
