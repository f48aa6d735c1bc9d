/** Rules for the addresses of load balancers. */
import { dns1123Subdomain, parseIp } from '@keelson/meta';
import type { Report } from '@keelson/schema';

import { eachItem } from '../../rules/each-item.ts';
import { reportFormat } from '../../rules/report-format.ts';
import type { LoadBalancerStatus } from './load-balancer-status.ts';

export const loadBalancerRules = ['Load balancers in the status have an IP address, or a DNS name that is none.'];

export function validateLoadBalancer({ ingress }: LoadBalancerStatus, path: string, report: Report): void {
  eachItem(report, `${path}.ingress`, ingress, ({ ip = '', hostname = '' }) => {
    if (ip !== '' && parseIp(ip) === undefined) report.invalid('ip', ip, 'must be a valid IP address');
    if (hostname === '') return;
    reportFormat(report, 'hostname', hostname, dns1123Subdomain);
    if (parseIp(hostname) !== undefined) {
      report.invalid('hostname', hostname, 'must be a DNS name, not an IP address');
    }
  });
}
