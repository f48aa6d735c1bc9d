/** The feature gates of release 1.24, with their stages and defaults, and those that releases before it removed. */
import type { Release } from '@keelson/schema';

export type GateStage = 'Alpha' | 'Beta' | 'GA' | 'Deprecated';

export interface FeatureGate {
  readonly name: string;
  readonly stage: GateStage;
  readonly isOn: boolean;
  /** Cannot be turned off. */
  readonly isLocked: boolean;
  /** Changes what this server does; the others concern nodes, controllers or what is always as the default says. */
  readonly operates: boolean;
}

const alpha = `
  APIServerIdentity APIServerTracing ContextualLogging CPUManagerPolicyAlphaOptions CronJobTimeZone
  CSIMigrationPortworx CSIMigrationRBD CSIVolumeHealth CustomCPUCFSQuotaPeriod
  CustomResourceValidationExpressions DisableCloudProviders DisableKubeletCloudCredentialProviders
  ExpandedDNSConfig HonorPVReclaimPolicy HPAContainerMetrics HPAScaleToZero InTreePluginAWSUnregister
  InTreePluginAzureDiskUnregister InTreePluginAzureFileUnregister InTreePluginGCEUnregister
  InTreePluginOpenStackUnregister InTreePluginPortworxUnregister InTreePluginRBDUnregister
  InTreePluginvSphereUnregister KubeletInUserNamespace LocalStorageCapacityIsolationFSQuotaMonitoring
  LoggingAlphaOptions MaxUnavailableStatefulSet MemoryQoS MinDomainsInPodTopologySpread NetworkPolicyStatus
  NodeOutOfServiceVolumeDetach NodeSwap PodAndContainerStatsFromCRI ProcMountType ProxyTerminatingEndpoints
  QOSReserved ReadWriteOncePod RecoverVolumeExpansionFailure SeccompDefault ServerSideFieldValidation
  ServiceIPStaticSubrange StatefulSetAutoDeletePVC StorageVersionAPI VolumeCapacityPriority WinDSR
`;

const beta = `
  AnyVolumeDataSource APIListChunking APIPriorityAndFairness APIResponseCompression AppArmor CPUManager
  CPUManagerPolicyBetaOptions CPUManagerPolicyOptions CSIInlineVolume CSIMigration CSIMigrationAWS
  CSIMigrationAzureFile CSIMigrationGCE DaemonSetUpdateSurge DelegateFSGroupToCSIDriver DevicePlugins
  DisableAcceleratorUsageMetrics DownwardAPIHugePages EndpointSliceTerminatingCondition EphemeralContainers
  GracefulNodeShutdown GracefulNodeShutdownBasedOnPodPriority GRPCContainerProbe IdentifyPodOS
  JobMutableNodeSchedulingDirectives JobReadyPods KubeletCredentialProviders KubeletPodResources
  KubeletPodResourcesGetAllocatable LegacyServiceAccountTokenNoAutoGeneration LocalStorageCapacityIsolation
  LogarithmicScaleDown LoggingBetaOptions MemoryManager MixedProtocolLBService NetworkPolicyEndPort OpenAPIEnums
  OpenAPIV3 PodDeletionCost PodSecurity RemainingItemCount RotateKubeletServerCertificate
  ServiceInternalTrafficPolicy SizeMemoryBackedVolumes StatefulSetMinReadySeconds StorageVersionHash
  TopologyAwareHints TopologyManager WindowsHostProcessContainers WinOverlay
`;

const betaButOff = `
  CSIMigrationvSphere ExperimentalHostUserNamespaceDefaulting JobTrackingWithFinalizers
  ProbeTerminationGracePeriod
`;

const ga = `
  AdvancedAuditing AllowInsecureBackendProxy ConfigurableFSGroupPolicy ControllerManagerLeaderMigration
  CSIMigrationAzureDisk CSIMigrationOpenStack CSIServiceAccountToken CSIStorageCapacity CSIVolumeFSGroupPolicy
  CSRDuration DefaultPodTopologySpread DryRun EfficientWatchResumption EndpointSlice EndpointSliceNodeName
  EndpointSliceProxying ExecProbeTimeout ExpandCSIVolumes ExpandInUsePersistentVolumes ExpandPersistentVolumes
  GenericEphemeralVolume HugePageStorageMediumSize ImmutableEphemeralVolumes IndexedJob
  IngressClassNamespacedParams IPv6DualStack NonPreemptingPriority PodAffinityNamespaceSelector
  PodDisruptionBudget PodOverhead PreferNominatedNode RemoveSelfLink RuntimeClass SelectorIndex ServerSideApply
  ServiceLBNodePortControl ServiceLoadBalancerClass SetHostnameAsFQDN StorageObjectInUseProtection SuspendJob
  TTLAfterFinished VolumeSubpath VolumeSubpathEnvExpansion WarningHeaders WatchBookmark
  WindowsEndpointSliceProxying
`;

const deprecated = `
  ValidateProxyRedirects
`;

const deprecatedAndOff = `
  DynamicKubeletConfig StreamingProxyRedirects
`;

/**
 * Off in 1.24 and on here: a rule or a request that is dropped in silence is the worst answer to its author, and a Job
 * whose pods are not tracked loses count of those that others delete.
 */
const onHere = new Set([
  'CustomResourceValidationExpressions',
  'JobTrackingWithFinalizers',
  'ServerSideFieldValidation',
]);

/** Fields are behind these. */
export const gatesOfFields: readonly string[] = namesIn(`
  AnyVolumeDataSource CSIInlineVolume CSIStorageCapacity CronJobTimeZone CustomResourceValidationExpressions
  DaemonSetUpdateSurge DynamicKubeletConfig EndpointSliceTerminatingCondition EphemeralContainers
  GRPCContainerProbe HPAContainerMetrics IdentifyPodOS JobReadyPods LocalStorageCapacityIsolation
  MaxUnavailableStatefulSet MinDomainsInPodTopologySpread NetworkPolicyEndPort ProbeTerminationGracePeriod
  ProcMountType RecoverVolumeExpansionFailure ServiceInternalTrafficPolicy ServiceLoadBalancerClass
  StatefulSetAutoDeletePVC StatefulSetMinReadySeconds TopologyAwareHints WindowsHostProcessContainers
`);

/** Gates that change what the server does. */
export const gatesOfBehaviour: readonly string[] = namesIn(`
  APIListChunking APIPriorityAndFairness APIResponseCompression JobTrackingWithFinalizers OpenAPIEnums OpenAPIV3
  PodSecurity RemainingItemCount
  ServerSideFieldValidation StorageVersionHash
`);

const operating = new Set([...gatesOfFields, ...gatesOfBehaviour]);

const declare = (names: string, stage: GateStage, isOn: boolean): FeatureGate[] =>
  namesIn(names).map((name) => ({
    name,
    stage,
    isOn: isOn || onHere.has(name),
    isLocked: stage === 'GA',
    operates: operating.has(name) && stage !== 'GA',
  }));

export const knownGates: ReadonlyMap<string, FeatureGate> = new Map(
  [
    ...declare(alpha, 'Alpha', false),
    ...declare(beta, 'Beta', true),
    ...declare(betaButOff, 'Beta', false),
    ...declare(ga, 'GA', true),
    ...declare(deprecated, 'Deprecated', true),
    ...declare(deprecatedAndOff, 'Deprecated', false),
  ].map((gate) => [gate.name, gate]),
);

/** Their features are always on since, or gone. Calls that name them are refused, as they are by that release. */
export const removedGates: ReadonlyMap<string, Release> = new Map([
  ...removedIn('1.18', 'CustomResourceDefaulting CustomResourcePublishOpenAPI CustomResourceSubresources'),
  ...removedIn('1.18', 'CustomResourceValidation CustomResourceWebhookConversion PodPriority'),
  ...removedIn('1.18', 'ScheduleDaemonSetPods TaintNodesByCondition'),
  ...removedIn('1.19', 'DynamicAuditing PodShareProcessNamespace'),
  ...removedIn('1.20', 'TaintBasedEvictions'),
  ...removedIn('1.21', 'BlockVolume CSIBlockVolume EvenPodsSpread TokenRequest TokenRequestProjection'),
  ...removedIn('1.22', 'LegacyNodeRoleBehavior NodeDisruptionExclusion RootCAConfigMap SCTPSupport'),
  ...removedIn('1.22', 'ServiceNodeExclusion VolumeSnapshotDataSource'),
  ...removedIn('1.23', 'BoundServiceAccountTokenVolume CronJobControllerV2 NodeLease RunAsGroup'),
  ...removedIn('1.23', 'ServiceAccountIssuerDiscovery SupportNodePidsLimit SupportPodPidsLimit Sysctls'),
]);

function removedIn(release: Release, names: string): [string, Release][] {
  return namesIn(names).map((name) => [name, release]);
}

function namesIn(text: string): string[] {
  return text.trim().split(/\s+/);
}
