/** Validates writes of endpoint slices of all versions, in the form of the latest. */
import {
  dns1123Label,
  dns1123Subdomain,
  isIPv4Bytes,
  labelValue,
  parseIp,
  qualifiedName,
  validateLabels,
} from '@keelson/meta';
import type { Report, ResourceHooks } from '@keelson/schema';

import { validateOrdinaryAddress } from '../core/v1/ordinary-address.rules.ts';
import { eachItem } from '../rules/each-item.ts';
import { checkImmutable } from '../rules/immutable-field.ts';
import { isSame } from '../rules/is-same.ts';
import { reportFormat } from '../rules/report-format.ts';
import { fromStoredEndpoint } from './v1/endpoint-slice.conversion.ts';
import type { Endpoint, EndpointHints, EndpointPort } from './v1/endpoint-slice.ts';
import type { EndpointSlice as StoredSlice } from './v1beta1/endpoint-slice.ts';

export const endpointSliceRules = [
  'addressType is FQDN, IPv4 or IPv6, and stays.',
  'At most 1000 endpoints, with 1 to 100 addresses of that type, a label for a host name, and a DNS subdomain for a node.',
  'Addresses are neither unspecified nor of the loopback or link-local ranges.',
  'At most 16 labels of an older topology, at most 8 zones in hints, each once.',
  'At most 20000 ports, with different names that are DNS labels or empty, and a known protocol.',
];

export const endpointSliceHooks: ResourceHooks<StoredSlice> = {
  prepareForUpdate: countLabels,
  validateCreate: validateSlice,
  validateUpdate(object, old, report) {
    validateSlice(object, report);
    checkImmutable(report, 'addressType', object.addressType, old.addressType);
  },
};

/** Labels count as a change of the desired state: they name the service that the slice belongs to. */
export function countLabels({ metadata }: StoredSlice, { metadata: before }: StoredSlice): void {
  if (isSame(metadata.labels ?? {}, before.labels ?? {})) return;
  metadata.generation = Number(before.generation ?? 0) + 1;
}

const maxEndpoints = 1000;
const maxAddresses = 100;
const maxPorts = 20_000;
const maxLabels = 16;
const maxZones = 8;

const addressTypes = ['FQDN', 'IPv4', 'IPv6'];

function validateSlice({ addressType, endpoints, ports }: StoredSlice, report: Report): void {
  if (addressType === '') report.required('addressType');
  else if (!addressTypes.includes(addressType)) report.notSupported('addressType', addressType, addressTypes);
  if ((endpoints ?? []).length > maxEndpoints) report.tooMany('endpoints', endpoints?.length ?? 0, maxEndpoints);
  else {
    eachItem(report, 'endpoints', endpoints, (endpoint) => {
      validateEndpoint(fromStoredEndpoint(endpoint), addressType, report);
    });
  }
  if ((ports ?? []).length > maxPorts) report.tooMany('ports', ports?.length ?? 0, maxPorts);
  else validatePorts(ports ?? [], report);
}

function validateEndpoint(endpoint: Endpoint, addressType: string, report: Report): void {
  const { addresses, nodeName, deprecatedTopology: labels = {}, hostname, hints } = endpoint;
  const count = addresses?.length ?? 0;
  if (count === 0) report.required('addresses', 'must contain at least 1 address');
  else if (count > maxAddresses) report.tooMany('addresses', count, maxAddresses);
  addresses?.forEach((address, index) => validateAddress(address, addressType, `addresses[${index}]`, report));
  if (nodeName !== undefined) reportFormat(report, 'nodeName', nodeName, dns1123Subdomain);
  const labelCount = Object.keys(labels).length;
  if (labelCount > maxLabels) report.tooMany('deprecatedTopology', labelCount, maxLabels);
  validateLabels(labels, 'deprecatedTopology', report);
  if (hostname !== undefined) reportFormat(report, 'hostname', hostname, dns1123Label);
  if (hints !== undefined) report.within('hints', () => validateHints(hints, report));
}

function validateAddress(address: string, type: string, path: string, report: Report): void {
  if (type === 'FQDN') validateDomain(address, path, report);
  if (type !== 'IPv4' && type !== 'IPv6') return;
  const bytes = parseIp(address);
  if (bytes === undefined || isIPv4Bytes(bytes) !== (type === 'IPv4')) {
    report.invalid(path, address, `must be a valid ${type} address`);
  }
  validateOrdinaryAddress(address, path, report);
}

function validateDomain(name: string, path: string, report: Report): void {
  if (name === '') {
    report.required(path);
    return;
  }
  const domain = name.endsWith('.') ? name.slice(0, -1) : name;
  const problems = dns1123Subdomain.check(domain);
  if (problems.length > 0) {
    report.invalid(path, domain, problems.join(','));
    return;
  }
  const labels = domain.split('.');
  if (labels.length < 2) {
    report.invalid(path, domain, 'should be a domain with at least two segments separated by dots');
    return;
  }
  const label = labels.find((each) => dns1123Label.check(each).length > 0);
  if (label !== undefined) report.invalid(path, label, dns1123Label.check(label).join(','));
}

function validateHints({ forZones = [] }: EndpointHints, report: Report): void {
  if (forZones.length > maxZones) {
    report.tooMany('forZones', forZones.length, maxZones);
    return;
  }
  const names = new Set<string>();
  eachItem(report, 'forZones', forZones, ({ name }) => {
    if (names.has(name)) report.duplicate('name', name);
    names.add(name);
    reportFormat(report, 'name', name, labelValue);
  });
}

const protocols = ['SCTP', 'TCP', 'UDP'];

function validatePorts(ports: readonly EndpointPort[], report: Report): void {
  const names = new Set<string>();
  eachItem(report, 'ports', ports, ({ name = '', protocol, appProtocol }) => {
    if (name !== '') reportFormat(report, 'name', name, dns1123Label);
    if (names.has(name)) report.duplicate('name', name);
    names.add(name);
    if (protocol === undefined) report.required('protocol');
    else if (!protocols.includes(protocol)) report.notSupported('protocol', protocol, protocols);
    if (appProtocol !== undefined) reportFormat(report, 'appProtocol', appProtocol, qualifiedName);
  });
}
