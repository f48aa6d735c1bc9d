/** Service: a stable name and address in front of a set of pods. */
import { field, kind, list, message, type TypeOf } from '@keelson/schema';

import { Condition } from '../../meta/v1/condition.ts';
import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';
import { LoadBalancerStatus } from './load-balancer-status.ts';
import { ServiceSpec } from './service-spec.ts';

export const ServiceStatus = message(
  'io.k8s.api.core.v1.ServiceStatus',
  {
    loadBalancer: field(1, LoadBalancerStatus, { about: 'State of its load balancer, if it has one.' }),
    conditions: field(2, list(Condition), {
      listType: 'map',
      listMapKeys: ['type'],
      patchStrategy: 'merge',
      patchMergeKey: 'type',
      about: 'Aspects of its state.',
    }),
  },
  { about: 'What has been observed of a service.' },
);
export type ServiceStatus = TypeOf<typeof ServiceStatus>;

export const Service = kind(
  'io.k8s.api.core.v1.Service',
  {
    metadata,
    spec: field(2, ServiceSpec, { about: 'How the service is to be reached and what is behind it.' }),
    status: field(3, ServiceStatus, { about: 'What has been observed of the service, such as its load balancer.' }),
  },
  { about: 'A stable name and address in front of a set of pods.' },
);
export type Service = TypeOf<typeof Service>;

export const ServiceList = listOf(Service, { about: 'List of services.' });
export type ServiceList = TypeOf<typeof ServiceList>;
