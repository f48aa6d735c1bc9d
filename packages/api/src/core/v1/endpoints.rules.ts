/** Validates endpoints. */
import { checkPortNumber, dns1123Label, dns1123Subdomain, ipAddress, qualifiedName } from '@keelson/meta';
import type { Report, ResourceHooks } from '@keelson/schema';

import { eachItem } from '../../rules/each-item.ts';
import { reportFormat } from '../../rules/report-format.ts';
import type { EndpointAddress, EndpointPort, Endpoints, EndpointSubset } from './endpoints.ts';
import { validateOrdinaryAddress } from './ordinary-address.rules.ts';

export const endpointsRules = [
  'A subset has an address. Addresses are of one host, and not its loopback or link-local ones.',
  'Host names are DNS labels, names of nodes are DNS subdomains.',
  'Ports are 1 to 65535; if there are several, each has a name that is a DNS label.',
];

export const endpointsHooks: ResourceHooks<Endpoints> = {
  validateCreate: validateEndpoints,
  validateUpdate: (object, _old, report) => validateEndpoints(object, report),
};

function validateEndpoints({ subsets }: Endpoints, report: Report): void {
  eachItem(report, 'subsets', subsets, (subset) => validateSubset(subset, report));
}

function validateSubset({ addresses = [], notReadyAddresses = [], ports = [] }: EndpointSubset, report: Report): void {
  if (addresses.length === 0 && notReadyAddresses.length === 0) {
    report.required('', 'must specify `addresses` or `notReadyAddresses`');
  }
  eachItem(report, 'addresses', addresses, (address) => validateAddress(address, report));
  eachItem(report, 'notReadyAddresses', notReadyAddresses, (address) => validateAddress(address, report));
  eachItem(report, 'ports', ports, (port) => validatePort(port, ports.length > 1, report));
}

function validateAddress({ ip, hostname = '', nodeName }: EndpointAddress, report: Report): void {
  reportFormat(report, 'ip', ip, ipAddress);
  if (hostname !== '') reportFormat(report, 'hostname', hostname, dns1123Label);
  if (nodeName !== undefined) reportFormat(report, 'nodeName', nodeName, dns1123Subdomain);
  validateOrdinaryAddress(ip, 'ip', report);
}

const protocols = ['SCTP', 'TCP', 'UDP'];

function validatePort(
  { name = '', port, protocol = '', appProtocol }: EndpointPort,
  hasOthers: boolean,
  report: Report,
): void {
  if (name !== '') reportFormat(report, 'name', name, dns1123Label);
  else if (hasOthers) report.required('name');
  for (const problem of checkPortNumber(port)) report.invalid('port', port, problem);
  if (protocol === '') report.required('protocol');
  else if (!protocols.includes(protocol)) report.notSupported('protocol', protocol, protocols);
  if (appProtocol !== undefined) reportFormat(report, 'appProtocol', appProtocol, qualifiedName);
}
