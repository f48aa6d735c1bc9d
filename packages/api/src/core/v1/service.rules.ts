/** Prepares and validates writes of services. The rules for addresses and ports across types are not here. */
import { checkPortNumber, dns1123Subdomain } from '@keelson/meta';
import type { Report, ResourceHooks } from '@keelson/schema';

import { reportFormat } from '../../rules/report-format.ts';
import { statusHooks } from '../../rules/status-hooks.ts';
import { type Service, ServiceStatus } from './service.ts';
import type { ServiceSpec } from './service-spec.ts';

export const serviceRules = [
  'ports lists at least one port, unless the service is headless or of type ExternalName.',
  'Ports are 1 to 65535; if there are several, each has a name of its own.',
  'externalName is required for type ExternalName, and a DNS subdomain that may end in a dot.',
];

const forStatus = statusHooks(ServiceStatus);

export const serviceHooks: ResourceHooks<Service> = {
  ...forStatus,
  prepareForCreate(object) {
    forStatus.prepareForCreate(object);
    pairClusterIPs(object.spec, {});
  },
  prepareForUpdate(object, old) {
    forStatus.prepareForUpdate(object, old);
    if (hasClusterIP(object.spec) && hasClusterIP(old.spec)) keepClusterIPs(object.spec, old.spec);
    pairClusterIPs(object.spec, old.spec);
  },
  validateCreate: validateService,
  validateUpdate: (object, _old, report) => validateService(object, report),
};

function hasClusterIP({ type }: ServiceSpec): boolean {
  return type !== 'ExternalName';
}

/** An update without cluster IPs keeps the allocated ones. */
function keepClusterIPs(spec: ServiceSpec, old: ServiceSpec): void {
  if ((spec.clusterIP ?? '') !== '' || (spec.clusterIPs ?? []).length > 0) return;
  if (old.clusterIP !== undefined) spec.clusterIP = old.clusterIP;
  if (old.clusterIPs !== undefined) spec.clusterIPs = [...old.clusterIPs];
}

/** Clients that know only the single field change it alone; the list follows it. */
function pairClusterIPs(spec: ServiceSpec, old: Partial<ServiceSpec>): void {
  const { clusterIP = '', clusterIPs = [] } = spec;
  const isListKept = clusterIPs.join() === (old.clusterIPs ?? []).join();
  if (clusterIP === (old.clusterIP ?? '') || !isListKept) return;
  if (clusterIP === '') delete spec.clusterIPs;
  else spec.clusterIPs = [clusterIP];
}

function validateService({ spec }: Service, report: Report): void {
  const { ports = [], type } = spec;
  const isHeadless = spec.clusterIP === 'None';
  if (ports.length === 0 && !isHeadless && type !== 'ExternalName') report.required('spec.ports');
  if (type === 'ExternalName') validateExternalName(spec.externalName, report);
  const names = new Set<string>();
  ports.forEach(({ name = '', port }, index) => {
    const path = `spec.ports[${index}]`;
    if (name === '') {
      if (ports.length > 1) report.required(`${path}.name`);
    } else if (names.has(name)) {
      report.duplicate(`${path}.name`, name);
    }
    names.add(name);
    for (const problem of checkPortNumber(port)) report.invalid(`${path}.port`, port, problem);
  });
}

function validateExternalName(name = '', report: Report): void {
  const host = name.endsWith('.') ? name.slice(0, -1) : name;
  if (host === '') report.required('spec.externalName');
  else reportFormat(report, 'spec.externalName', host, dns1123Subdomain);
}
