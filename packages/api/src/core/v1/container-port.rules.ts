/** Validates container ports: numbers, names and conflicts of host ports. */
import { checkPortNumber, portName } from '@keelson/meta';
import type { Report } from '@keelson/schema';

import { eachItem } from '../../rules/each-item.ts';
import { reportUnlistedText } from '../../rules/report-unlisted.ts';
import type { ContainerPort } from './container-port.ts';

interface WithPorts {
  readonly ports?: readonly ContainerPort[];
}

const protocols = ['SCTP', 'TCP', 'UDP'];

export function validatePorts(ports: readonly ContainerPort[] | undefined, report: Report): void {
  const names = new Set<string>();
  eachItem(report, 'ports', ports, (port) => {
    const { name = '', containerPort, hostPort = 0 } = port;
    if (name !== '') validateName(name, names, report);
    if (containerPort === 0) report.required('containerPort');
    else for (const problem of checkPortNumber(containerPort)) report.invalid('containerPort', containerPort, problem);
    if (hostPort !== 0) {
      for (const problem of checkPortNumber(hostPort)) report.invalid('hostPort', hostPort, problem);
    }
    reportUnlistedText(report, 'protocol', port.protocol, protocols);
  });
}

function validateName(name: string, names: Set<string>, report: Report): void {
  const problems = portName.check(name);
  for (const problem of problems) report.invalid('name', name, problem);
  if (problems.length > 0) return;
  if (names.has(name)) report.duplicate('name', name);
  names.add(name);
}

/** Containers that run at the same time cannot share a port of the node. */
export function validateHostPorts(containers: readonly WithPorts[], path: string, report: Report): void {
  const taken = new Set<string>();
  containers.forEach(({ ports = [] }, at) => {
    ports.forEach(({ protocol = '', hostIP = '', hostPort = 0 }, index) => {
      if (hostPort === 0) return;
      const key = `${protocol}/${hostIP}/${hostPort}`;
      if (taken.has(key)) report.duplicate(`${path}[${at}].ports[${index}].hostPort`, key);
      taken.add(key);
    });
  });
}

/** With `hostNetwork`, a host port has to equal its container port. */
export function validateHostNetworkPorts(containers: readonly WithPorts[], path: string, report: Report): void {
  containers.forEach(({ ports = [] }, at) => {
    ports.forEach(({ containerPort, hostPort = 0 }, index) => {
      if (hostPort === containerPort) return;
      const portPath = `${path}[${at}].ports[${index}].containerPort`;
      report.invalid(portPath, containerPort, 'must match `hostPort` when `hostNetwork` is true');
    });
  });
}
