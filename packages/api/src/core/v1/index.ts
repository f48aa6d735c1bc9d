/** API version v1: its resources and kinds. */
import type { ApiVersion } from '../../api-version.ts';
import { APIGroup, APIGroupList } from '../../meta/v1/api-group.ts';
import { APIResourceList } from '../../meta/v1/api-resource.ts';
import { APIVersions } from '../../meta/v1/api-versions.ts';
import { Status } from '../../meta/v1/status.ts';
import { bindings } from './binding.resource.ts';
import { componentStatuses } from './component-status.resource.ts';
import { configMaps } from './config-map.resource.ts';
import { endpoints } from './endpoints.resource.ts';
import { events } from './event.resource.ts';
import { limitRanges } from './limit-range.resource.ts';
import { List } from './list.ts';
import { namespaces } from './namespace.resource.ts';
import { NodeProxyOptions } from './node-proxy-options.ts';
import { nodes } from './node.resource.ts';
import { persistentVolumeClaims } from './persistent-volume-claim.resource.ts';
import { persistentVolumes } from './persistent-volume.resource.ts';
import { PodAttachOptions } from './pod-attach-options.ts';
import { PodExecOptions } from './pod-exec-options.ts';
import { PodLogOptions } from './pod-log-options.ts';
import { PodPortForwardOptions } from './pod-port-forward-options.ts';
import { PodProxyOptions } from './pod-proxy-options.ts';
import { PodStatusResult } from './pod-status-result.ts';
import { podTemplates } from './pod-template.resource.ts';
import { pods } from './pod.resource.ts';
import { RangeAllocation } from './range-allocation.ts';
import { replicationControllers } from './replication-controller.resource.ts';
import { resourceQuotas } from './resource-quota.resource.ts';
import { secrets } from './secret.resource.ts';
import { SerializedReference } from './serialized-reference.ts';
import { serviceAccounts } from './service-account.resource.ts';
import { ServiceProxyOptions } from './service-proxy-options.ts';
import { services } from './service.resource.ts';

export const coreV1: ApiVersion = {
  group: '',
  version: 'v1',
  resources: [
    bindings,
    componentStatuses,
    configMaps,
    endpoints,
    events,
    limitRanges,
    namespaces,
    nodes,
    persistentVolumeClaims,
    persistentVolumes,
    pods,
    podTemplates,
    replicationControllers,
    resourceQuotas,
    secrets,
    serviceAccounts,
    services,
  ],
  kinds: [
    // Of no group, and said to be of this version.
    APIGroup,
    APIGroupList,
    APIResourceList,
    APIVersions,
    Status,
    // And of this one.
    List,
    NodeProxyOptions,
    PodAttachOptions,
    PodExecOptions,
    PodLogOptions,
    PodPortForwardOptions,
    PodProxyOptions,
    PodStatusResult,
    RangeAllocation,
    SerializedReference,
    ServiceProxyOptions,
  ],
};
