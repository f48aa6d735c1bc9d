/**
 * The calendar of fields: the release that brought each field of built-in kinds that came after the oldest release that
 * can be emulated, whatever gate it was behind then. Before it, a field is unknown.
 */
import { isLater, type Message, type Release } from '@keelson/schema';

export interface FieldRow {
  readonly introduced: Release;
  /** The API group, as messages are named: `core` for the core group. All its versions are meant. */
  readonly group: string;
  readonly message: string;
  readonly fields: readonly string[];
}

/** By release, group and message. */
const brought: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> = {
  '1.16': {
    core: {
      PodSpec: 'topologySpreadConstraints overhead ephemeralContainers',
      PodStatus: 'podIPs ephemeralContainerStatuses',
      Container: 'startupProbe',
      ContainerStatus: 'started',
      NodeSpec: 'podCIDRs',
      WindowsSecurityContextOptions: 'runAsUserName',
    },
    node: { RuntimeClass: 'overhead scheduling' },
    storage: { CSIDriverSpec: 'volumeLifecycleModes', CSINodeDriver: 'allocatable' },
  },
  '1.17': {
    discovery: { EndpointPort: 'appProtocol' },
  },
  '1.18': {
    core: {
      ConfigMap: 'immutable',
      Secret: 'immutable',
      PodSecurityContext: 'fsGroupChangePolicy',
      ServicePort: 'appProtocol',
      EndpointPort: 'appProtocol',
    },
    autoscaling: { HorizontalPodAutoscalerSpec: 'behavior' },
    networking: { IngressSpec: 'ingressClassName', IngressBackend: 'resource' },
  },
  '1.19': {
    apiextensions: { CustomResourceDefinitionVersion: 'deprecated deprecationWarning' },
    core: {
      PodSpec: 'setHostnameAsFQDN',
      PodSecurityContext: 'seccompProfile',
      SecurityContext: 'seccompProfile',
      VolumeSource: 'ephemeral',
    },
    storage: { CSIDriverSpec: 'storageCapacity fsGroupPolicy' },
  },
  '1.20': {
    core: {
      ServiceSpec: 'ipFamilies ipFamilyPolicy clusterIPs allocateLoadBalancerNodePorts',
      ServiceStatus: 'conditions',
      LoadBalancerIngress: 'ports',
      PortStatus: 'error',
    },
    autoscaling: { MetricSpec: 'containerResource', MetricStatus: 'containerResource' },
    discovery: { EndpointConditions: 'serving terminating', Endpoint: 'nodeName' },
    storage: { CSIDriverSpec: 'tokenRequests requiresRepublish' },
  },
  '1.21': {
    batch: {
      JobSpec: 'completionMode suspend',
      JobStatus: 'completedIndexes',
      CronJobStatus: 'lastSuccessfulTime',
    },
    core: {
      Probe: 'terminationGracePeriodSeconds',
      PodAffinityTerm: 'namespaceSelector',
      ServiceSpec: 'loadBalancerClass internalTrafficPolicy',
    },
    apps: { RollingUpdateDaemonSet: 'maxSurge' },
    discovery: { Endpoint: 'hints' },
    networking: { NetworkPolicyPort: 'endPort', IngressClassParametersReference: 'scope namespace' },
    policy: { PodDisruptionBudgetStatus: 'conditions' },
    storage: { CSIStorageCapacity: 'maximumVolumeSize' },
  },
  '1.22': {
    apps: { StatefulSetSpec: 'minReadySeconds', StatefulSetStatus: 'availableReplicas' },
    batch: { JobStatus: 'uncountedTerminatedPods' },
    certificates: { CertificateSigningRequestSpec: 'expirationSeconds' },
    core: {
      PersistentVolumeClaimSpec: 'dataSourceRef',
      WindowsSecurityContextOptions: 'hostProcess',
    },
  },
  '1.23': {
    apiextensions: { JSONSchemaProps: 'x-kubernetes-validations' },
    apps: { StatefulSetSpec: 'persistentVolumeClaimRetentionPolicy' },
    batch: { JobStatus: 'ready' },
    core: {
      PodSpec: 'os',
      ProbeHandler: 'grpc',
      PersistentVolumeClaimStatus: 'allocatedResources resizeStatus',
    },
  },
  '1.24': {
    apps: { RollingUpdateStatefulSetStrategy: 'maxUnavailable' },
    batch: { CronJobSpec: 'timeZone' },
    core: { TopologySpreadConstraint: 'minDomains' },
    networking: { NetworkPolicy: 'status' },
  },
};

export const fieldRows: readonly FieldRow[] = Object.entries(brought).flatMap(([introduced, groups]) =>
  Object.entries(groups).flatMap(([group, messages]) =>
    Object.entries(messages).map(([message, fields]) => ({
      introduced: introduced as Release,
      group,
      message,
      fields: fields.split(' '),
    })),
  ),
);

/**
 * Returns a function that tells whether a field came later than the release; undefined where none did. Messages that no row
 * names cost one look-up.
 */
export function fieldsAfter(
  release: Release,
): ((message: Pick<Message, 'name'>, field: string) => boolean) | undefined {
  const later = new Set(
    fieldRows
      .filter(({ introduced }) => isLater(introduced, release))
      .flatMap(({ group, message, fields }) => fields.map((field) => `${group} ${message} ${field}`)),
  );
  if (later.size === 0) return undefined;
  return ({ name }, field) => {
    // As `io.k8s.api.GROUP.VERSION.MESSAGE`.
    const [message = '', , group = ''] = name.split('.').reverse();
    return later.has(`${group} ${message} ${field}`);
  };
}
