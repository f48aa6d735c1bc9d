/** Prepares and validates writes of network policies. */
import {
  checkPortNumber,
  containsAddress,
  parseNetwork,
  portName,
  validateLabelSelector,
  type Network,
} from '@keelson/meta';
import { stringsValue, type Report, type ResourceHooks } from '@keelson/schema';

import { eachItem } from '../../rules/each-item.ts';
import { repeated } from '../../rules/repeated.ts';
import { reportFormat } from '../../rules/report-format.ts';
import { validateStatusConditions } from '../../rules/status-conditions.ts';
import { statusHooks } from '../../rules/status-hooks.ts';
import {
  type IPBlock,
  type NetworkPolicy,
  type NetworkPolicyPeer,
  type NetworkPolicyPort,
  type NetworkPolicySpec,
  NetworkPolicyStatus,
} from './network-policy.ts';

export const networkPolicyRules = [
  'Selectors are well formed.',
  'Ports are 1 to 65535 or names of ports; endPort follows a number and is not below it.',
  'A peer is an ipBlock, or a podSelector, a namespaceSelector or both.',
  'cidr is a network; what is excepted is part of it, and smaller.',
  'Conditions of the status are well formed, each of another type.',
  'policyTypes has at most two entries, Ingress or Egress.',
];

export const networkPolicyHooks: ResourceHooks<NetworkPolicy> = {
  ...statusHooks(NetworkPolicyStatus),
  validateStatusUpdate: ({ status }, _old, report) =>
    validateStatusConditions(status.conditions, 'status.conditions', report),
  validateCreate: ({ spec }, report) => report.within('spec', () => validateSpec(spec, report)),
  validateUpdate: ({ spec }, _old, report) =>
    repeated(report, () => report.within('spec', () => validateSpec(spec, report))),
};

function validateSpec(spec: NetworkPolicySpec, report: Report): void {
  report.within('podSelector', () => validateLabelSelector(spec.podSelector, report));
  eachItem(report, 'ingress', spec.ingress, ({ ports, from }) => {
    eachItem(report, 'ports', ports, (port) => validatePort(port, report));
    eachItem(report, 'from', from, (peer) => validatePeer(peer, report));
  });
  eachItem(report, 'egress', spec.egress, ({ ports, to }) => {
    eachItem(report, 'ports', ports, (port) => validatePort(port, report));
    eachItem(report, 'to', to, (peer) => validatePeer(peer, report));
  });
  validatePolicyTypes(spec.policyTypes ?? [], report);
}

const policyTypes = ['Ingress', 'Egress'];

function validatePolicyTypes(types: readonly string[], report: Report): void {
  if (types.length > policyTypes.length) {
    report.invalid(
      'policyTypes',
      stringsValue(types, 'networking.PolicyType'),
      'may not specify more than two policyTypes',
    );
    return;
  }
  types.forEach((type, index) => {
    if (!policyTypes.includes(type)) report.notSupported(`policyTypes[${index}]`, type, policyTypes);
  });
}

const protocols = ['TCP', 'UDP', 'SCTP'];

function validatePort({ protocol, port, endPort }: NetworkPolicyPort, report: Report): void {
  if (protocol !== undefined && !protocols.includes(protocol)) report.notSupported('protocol', protocol, protocols);
  if (typeof port === 'number') {
    for (const problem of checkPortNumber(port)) report.invalid('port', port, problem);
    if (endPort !== undefined) validateEndPort(endPort, port, report);
    return;
  }
  if (endPort !== undefined) {
    const detail = port === undefined ? 'when `port` is not specified' : 'when `port` is non-numeric';
    report.invalid('endPort', endPort, `may not be specified ${detail}`);
  }
  if (port !== undefined) reportFormat(report, 'port', port, portName);
}

function validateEndPort(endPort: number, port: number, report: Report): void {
  if (endPort < port) report.invalid('endPort', port, 'must be greater than or equal to `port`');
  for (const problem of checkPortNumber(endPort)) report.invalid('endPort', endPort, problem);
}

function validatePeer({ podSelector, namespaceSelector, ipBlock }: NetworkPolicyPeer, report: Report): void {
  report.within('podSelector', () => validateLabelSelector(podSelector, report));
  report.within('namespaceSelector', () => validateLabelSelector(namespaceSelector, report));
  if (ipBlock !== undefined) report.within('ipBlock', () => validateBlock(ipBlock, report));
  const hasSelector = podSelector !== undefined || namespaceSelector !== undefined;
  if (ipBlock !== undefined && hasSelector) report.forbidden('', 'may not specify both ipBlock and another peer');
  else if (ipBlock === undefined && !hasSelector) report.required('', 'must specify a peer');
}

const isNoNetwork = 'not a valid CIDR';

function validateBlock({ cidr, except = [] }: IPBlock, report: Report): void {
  if (cidr === '') {
    report.required('cidr');
    return;
  }
  const network = parseNetwork(cidr);
  if (network === undefined) {
    report.invalid('cidr', cidr, isNoNetwork);
    return;
  }
  for (const [index, text] of except.entries()) {
    const excepted = parseNetwork(text);
    if (excepted === undefined) {
      report.invalid(`except[${index}]`, text, isNoNetwork);
      return;
    }
    if (!isStrictlyWithin(excepted, network)) {
      report.invalid(`except[${index}]`, text, 'must be a strict subset of `cidr`');
    }
  }
}

function isStrictlyWithin(inner: Network, outer: Network): boolean {
  return inner.prefixBits > outer.prefixBits && containsAddress(outer, inner.address);
}
