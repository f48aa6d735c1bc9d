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
  /** On by default only where this controller runs, by its name in `--controllers`. */
  readonly onWith?: string;
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

/** Off in 1.24 and on here: a rule or a request that is dropped in silence is the worst answer to its author. */
const onHere = new Set(['CustomResourceValidationExpressions', 'ServerSideFieldValidation']);

/**
 * Off in 1.24 and on where our controller of that name runs. A Job whose pods are not tracked loses count of those that
 * others delete; a controller manager that works in place of ours has its own default.
 */
const onWithController: ReadonlyMap<string, string> = new Map([['JobTrackingWithFinalizers', 'job']]);

/** Fields are behind these. */
export const gatesOfFields: readonly string[] = namesIn(`
  AnyVolumeDataSource AppArmor CSIInlineVolume CSIStorageCapacity CronJobTimeZone CustomResourceValidationExpressions
  DaemonSetUpdateSurge DynamicKubeletConfig EndpointSliceTerminatingCondition EphemeralContainers
  GRPCContainerProbe HPAContainerMetrics IdentifyPodOS JobReadyPods LocalStorageCapacityIsolation
  MaxUnavailableStatefulSet MinDomainsInPodTopologySpread NetworkPolicyEndPort NetworkPolicyStatus
  ProbeTerminationGracePeriod
  ProcMountType RecoverVolumeExpansionFailure ServiceInternalTrafficPolicy ServiceLoadBalancerClass
  StatefulSetAutoDeletePVC StatefulSetMinReadySeconds TopologyAwareHints WindowsHostProcessContainers
`);

/** Gates that change what the server does. */
export const gatesOfBehaviour: readonly string[] = namesIn(`
  APIListChunking APIPriorityAndFairness APIResponseCompression JobTrackingWithFinalizers
  OpenAPIEnums OpenAPIV3 PodSecurity RemainingItemCount ServerSideFieldValidation StorageVersionHash
`);

/** Rules allow more, or less, by these. */
export const gatesOfRules: readonly string[] = namesIn(`
  DownwardAPIHugePages ExpandedDNSConfig HPAScaleToZero JobMutableNodeSchedulingDirectives MixedProtocolLBService
  ReadWriteOncePod
`);

/** Gates of the controllers. */
export const gatesOfControllers: readonly string[] = namesIn(
  'LegacyServiceAccountTokenNoAutoGeneration LogarithmicScaleDown PodDeletionCost',
);

const operating = new Set([...gatesOfFields, ...gatesOfBehaviour, ...gatesOfRules, ...gatesOfControllers]);

const declare = (names: string, stage: GateStage, isOn: boolean): FeatureGate[] =>
  namesIn(names).map((name) => {
    const onWith = onWithController.get(name);
    return {
      name,
      stage,
      isOn: isOn || onHere.has(name) || onWith !== undefined,
      isLocked: stage === 'GA',
      operates: operating.has(name) && stage !== 'GA',
      ...(onWith !== undefined && { onWith }),
    };
  });

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

export interface RemovedGate {
  /** The stage in which it ended: rule 8 says how long it works after it reached it. */
  readonly stage: 'GA' | 'Deprecated';
  readonly since: Release;
  /** The first release that refuses calls that name it. */
  readonly removed: Release;
}

/** Their features are always on since, or gone. */
export const removedGates: ReadonlyMap<string, RemovedGate> = new Map([
  ...removedIn('1.19', 'GA', '1.14', 'PodPriority'),
  ...removedIn(
    '1.19',
    'GA',
    '1.16',
    'CustomResourcePublishOpenAPI CustomResourceSubresources CustomResourceValidation',
  ),
  ...removedIn('1.19', 'GA', '1.16', 'CustomResourceWebhookConversion'),
  ...removedIn('1.19', 'GA', '1.17', 'CustomResourceDefaulting ResourceQuotaScopeSelectors ScheduleDaemonSetPods'),
  ...removedIn('1.19', 'GA', '1.17', 'TaintNodesByCondition'),
  ...removedIn('1.20', 'GA', '1.17', 'PodShareProcessNamespace'),
  ...removedIn('1.20', 'Deprecated', '1.19', 'DynamicAuditing ResourceLimitsPriorityFunction'),
  ...removedIn('1.21', 'GA', '1.18', 'TaintBasedEvictions'),
  ...removedIn('1.21', 'Deprecated', '1.20', 'HyperVContainer'),
  ...removedIn('1.22', 'GA', '1.17', 'AttachVolumeLimit'),
  ...removedIn('1.22', 'GA', '1.18', 'BlockVolume CSIBlockVolume CSIDriverRegistry'),
  ...removedIn('1.22', 'GA', '1.19', 'EvenPodsSpread RotateKubeletClientCertificate'),
  ...removedIn('1.22', 'GA', '1.20', 'TokenRequest TokenRequestProjection'),
  ...removedIn('1.23', 'GA', '1.17', 'CSINodeInfo'),
  ...removedIn('1.23', 'GA', '1.18', 'ExternalPolicyForExternalIP'),
  ...removedIn('1.23', 'GA', '1.20', 'SCTPSupport VolumeSnapshotDataSource'),
  ...removedIn('1.23', 'GA', '1.21', 'CRIContainerLogRotation LegacyNodeRoleBehavior NodeDisruptionExclusion'),
  ...removedIn('1.23', 'GA', '1.21', 'RootCAConfigMap RunAsGroup ServiceNodeExclusion'),
  ...removedIn('1.23', 'Deprecated', '1.22', 'BalanceAttachedNodeVolumes'),
  ...removedIn('1.24', 'GA', '1.17', 'NodeLease'),
  ...removedIn('1.24', 'GA', '1.20', 'SupportNodePidsLimit SupportPodPidsLimit'),
  ...removedIn('1.24', 'GA', '1.21', 'ServiceAccountIssuerDiscovery Sysctls'),
  ...removedIn('1.24', 'GA', '1.22', 'BoundServiceAccountTokenVolume CronJobControllerV2 NamespaceDefaultLabelName'),
]);

function removedIn(
  removed: Release,
  stage: RemovedGate['stage'],
  since: Release,
  names: string,
): [string, RemovedGate][] {
  return namesIn(names).map((name) => [name, { stage, since, removed }]);
}

function namesIn(text: string): string[] {
  return text.trim().split(/\s+/);
}
