/** Rules for the ports of a service, each in itself. */
import { checkPortNumber, dns1123Label, portName, qualifiedName } from '@keelson/meta';
import type { Report } from '@keelson/schema';

import { eachItem } from '../../rules/each-item.ts';
import { reportFormat } from '../../rules/report-format.ts';
import type { ServicePort } from './service-spec.ts';

const protocols = ['SCTP', 'TCP', 'UDP'];

export function validateServicePorts(ports: readonly ServicePort[], report: Report): void {
  const names = new Set<string>();
  eachItem(report, 'ports', ports, (each) => {
    const { name = '', protocol = '', port, targetPort, appProtocol } = each;
    if (name !== '') {
      reportFormat(report, 'name', name, dns1123Label);
      if (names.has(name)) report.duplicate('name', name);
      names.add(name);
    } else if (ports.length > 1) report.required('name');
    for (const problem of checkPortNumber(port)) report.invalid('port', port, problem);
    if (protocol === '') report.required('protocol');
    else if (!protocols.includes(protocol)) report.notSupported('protocol', protocol, protocols);
    if (typeof targetPort === 'string') reportFormat(report, 'targetPort', targetPort, portName);
    else for (const problem of checkPortNumber(targetPort)) report.invalid('targetPort', targetPort, problem);
    if (appProtocol !== undefined) reportFormat(report, 'appProtocol', appProtocol, qualifiedName);
  });
}
