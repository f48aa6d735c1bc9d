/** APIService: registers a server for one API group version; named `<version>.<group>`. */
import {
  bool,
  bytes,
  field,
  int32,
  kind,
  list,
  message,
  optional,
  required,
  string,
  time,
  type TypeOf,
  usually,
} from '@keelson/schema';

import { conditionStatus } from '../../meta/v1/condition-status.ts';
import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';

export const ServiceReference = message(
  'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.ServiceReference',
  {
    namespace: field(1, string, { about: 'Namespace of the service.' }),
    name: field(2, string, { about: 'Name of the service.' }),
    port: optional(3, int32, { default: 443, about: 'Service port, 1 to 65535. Defaults to 443.' }),
  },
  { about: 'A service that serves an API.' },
);
export type ServiceReference = TypeOf<typeof ServiceReference>;

export const APIServiceSpec = message(
  'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceSpec',
  {
    service: optional(1, ServiceReference, {
      about: 'Service to forward requests to; unset means this API server answers itself.',
    }),
    group: field(2, string, { about: 'API group served; empty is the core group.' }),
    version: field(3, string, { about: 'API version served, such as `v1`.' }),
    insecureSkipTLSVerify: field(4, bool, {
      about: "If true, the server's certificate is not checked; cannot be combined with caBundle.",
    }),
    caBundle: field(5, bytes, {
      listType: 'atomic',
      about: 'PEM certificates that verify the server; empty uses system roots.',
    }),
    groupPriorityMinimum: required(7, int32, {
      about: 'Least priority of the group among groups, 1 to 20000; higher comes first.',
    }),
    versionPriority: required(8, int32, {
      about: 'Order of this version within its group, 1 to 1000; higher comes first.',
    }),
  },
  { about: 'An API group version and who serves it.' },
);
export type APIServiceSpec = TypeOf<typeof APIServiceSpec>;

export const APIServiceCondition = message(
  'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceCondition',
  {
    type: required(1, usually('Available'), { about: 'Name of the condition; currently only Available.' }),
    status: required(2, conditionStatus, { about: 'Whether the condition holds: True, False or Unknown.' }),
    lastTransitionTime: field(3, time, { about: 'When the status last switched from one value to another.' }),
    reason: field(4, string, { about: 'One CamelCase word giving the cause of the last transition.' }),
    message: field(5, string, { about: 'Readable details about the last transition.' }),
  },
  { about: 'One aspect of the observed state of an API service.' },
);
export type APIServiceCondition = TypeOf<typeof APIServiceCondition>;

export const APIServiceStatus = message(
  'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceStatus',
  {
    conditions: field(1, list(APIServiceCondition), {
      listType: 'map',
      listMapKeys: ['type'],
      patchStrategy: 'merge',
      patchMergeKey: 'type',
      about: 'Current conditions, one per type.',
    }),
  },
  { about: 'Observed state of an API service.' },
);
export type APIServiceStatus = TypeOf<typeof APIServiceStatus>;

export const APIService = kind(
  'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIService',
  {
    metadata,
    spec: field(2, APIServiceSpec, { about: 'Group version and the server behind it.' }),
    status: field(3, APIServiceStatus, { about: 'Whether the server is available.' }),
  },
  { about: 'Registers a server for one API group version; named `<version>.<group>`.' },
);
export type APIService = TypeOf<typeof APIService>;

export const APIServiceList = listOf(APIService);
export type APIServiceList = TypeOf<typeof APIServiceList>;
