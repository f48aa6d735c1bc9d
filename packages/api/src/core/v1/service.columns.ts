/** Table columns of Service. */
import type { Column } from '@keelson/schema';

import { ageColumn, nameColumn } from '../../printing/columns.ts';
import { printLabels } from '../../printing/labels.ts';
import { none } from '../../printing/none.ts';
import { loadBalancerAddresses } from './load-balancer.printing.ts';
import type { ServicePort } from './service-spec.ts';
import type { Service } from './service.ts';

export const serviceColumns: readonly Column<Service>[] = [
  nameColumn,
  { name: 'Type', type: 'string', about: 'How it is exposed.', cell: ({ spec }) => spec.type ?? '' },
  {
    name: 'Cluster-IP',
    type: 'string',
    about: 'Its first address inside the cluster.',
    cell: ({ spec }) => none(spec.clusterIPs?.[0]),
  },
  {
    name: 'External-IP',
    type: 'string',
    about: 'Addresses or the name under which it is reached from outside.',
    cell: printExternalAddress,
  },
  {
    name: 'Port(s)',
    type: 'string',
    about: 'Its ports, each with its node port and protocol.',
    cell: ({ spec }) => none((spec.ports ?? []).map(printPort).join(',')),
  },
  ageColumn,
  {
    name: 'Selector',
    type: 'string',
    priority: 1,
    about: 'Labels of the pods behind it.',
    cell: ({ spec }) => printLabels(spec.selector),
  },
];

function printExternalAddress({ spec, status }: Service): string {
  const { externalIPs = [] } = spec;
  switch (spec.type) {
    case 'ClusterIP':
    case 'NodePort':
      return none(externalIPs.join(','));
    case 'LoadBalancer': {
      const addresses = [...loadBalancerAddresses(status.loadBalancer), ...externalIPs];
      return addresses.length === 0 ? '<pending>' : addresses.join(',');
    }
    case 'ExternalName':
      return spec.externalName ?? '';
    case undefined:
    default:
      return '<unknown>';
  }
}

function printPort({ port, nodePort = 0, protocol = '' }: ServicePort): string {
  return nodePort > 0 ? `${port}:${nodePort}/${protocol}` : `${port}/${protocol}`;
}
