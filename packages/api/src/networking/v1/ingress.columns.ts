/** Table columns of Ingress. */
import type { Column } from '@keelson/schema';

import { loadBalancerAddresses } from '../../core/v1/load-balancer.printing.ts';
import { ageColumn, nameColumn } from '../../printing/columns.ts';
import type { Ingress, IngressRule } from './ingress.ts';

export const ingressColumns: readonly Column<Ingress>[] = [
  nameColumn,
  {
    name: 'Class',
    type: 'string',
    about: 'Class whose controller serves it.',
    cell: ({ spec }) => spec.ingressClassName ?? '<none>',
  },
  {
    name: 'Hosts',
    type: 'string',
    about: 'The first hosts it has rules for.',
    cell: ({ spec }) => printHosts(spec.rules ?? []),
  },
  {
    name: 'Address',
    type: 'string',
    about: 'Addresses under which it is reached.',
    cell: ({ status }) => loadBalancerAddresses(status.loadBalancer).join(','),
  },
  {
    name: 'Ports',
    type: 'string',
    about: 'Ports on which it listens.',
    cell: ({ spec }) => ((spec.tls ?? []).length === 0 ? '80' : '80, 443'),
  },
  ageColumn,
];

const shownHosts = 3;

/** Rules without a host take up no place, but count among those that are not shown. */
function printHosts(rules: readonly IngressRule[]): string {
  const hosts: string[] = [];
  let hasMore = false;
  for (const { host = '' } of rules) {
    hasMore ||= hosts.length === shownHosts;
    if (!hasMore && host !== '') hosts.push(host);
  }
  if (hosts.length === 0) return '*';
  return hasMore ? `${hosts.join(',')} + ${rules.length - shownHosts} more...` : hosts.join(',');
}
