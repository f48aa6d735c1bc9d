/** The releases in which the feature gates of 1.24 reached their stages. */
import type { Release } from '@keelson/schema';

import type { GateStage } from './known-gates.ts';

export type GateReleases = Readonly<Partial<Record<GateStage, Release>>>;

/** `NAME ALPHA BETA GA`, a dash for a stage that the gate has skipped or not reached. */
const reached = `
  APIListChunking 1.8 1.9 -
  APIPriorityAndFairness 1.18 1.20 -
  APIResponseCompression 1.7 1.16 -
  APIServerIdentity 1.20 - -
  APIServerTracing 1.22 - -
  AdvancedAuditing 1.7 1.8 1.12
  AllowInsecureBackendProxy - 1.17 1.21
  AnyVolumeDataSource 1.18 1.24 -
  AppArmor - 1.4 -
  CPUManager 1.8 1.10 -
  CPUManagerPolicyAlphaOptions 1.23 - -
  CPUManagerPolicyBetaOptions - 1.23 -
  CPUManagerPolicyOptions 1.22 1.23 -
  CSIInlineVolume 1.15 1.16 -
  CSIMigration 1.14 1.17 -
  CSIMigrationAWS 1.14 1.17 -
  CSIMigrationAzureDisk 1.15 1.19 1.24
  CSIMigrationAzureFile 1.15 1.21 -
  CSIMigrationGCE 1.14 1.17 -
  CSIMigrationOpenStack 1.14 1.18 1.24
  CSIMigrationPortworx 1.23 - -
  CSIMigrationRBD 1.23 - -
  CSIMigrationvSphere 1.18 1.19 -
  CSIServiceAccountToken 1.20 1.21 1.22
  CSIStorageCapacity 1.19 1.21 1.24
  CSIVolumeFSGroupPolicy 1.19 1.20 1.23
  CSIVolumeHealth 1.21 - -
  CSRDuration - 1.22 1.24
  ConfigurableFSGroupPolicy 1.18 1.20 1.23
  ContextualLogging 1.24 - -
  ControllerManagerLeaderMigration 1.21 1.22 1.24
  CronJobTimeZone 1.24 - -
  CustomCPUCFSQuotaPeriod 1.12 - -
  CustomResourceValidationExpressions 1.23 - -
  DaemonSetUpdateSurge 1.21 1.22 -
  DefaultPodTopologySpread 1.19 1.20 1.24
  DelegateFSGroupToCSIDriver 1.22 1.23 -
  DevicePlugins 1.8 1.10 -
  DisableAcceleratorUsageMetrics 1.19 1.20 -
  DisableCloudProviders 1.22 - -
  DisableKubeletCloudCredentialProviders 1.23 - -
  DownwardAPIHugePages 1.20 1.21 -
  DryRun 1.12 1.13 1.19
  DynamicKubeletConfig 1.4 1.11 -
  EfficientWatchResumption 1.20 1.21 1.24
  EndpointSlice 1.16 1.17 1.21
  EndpointSliceNodeName 1.20 - 1.21
  EndpointSliceProxying 1.18 1.19 1.22
  EndpointSliceTerminatingCondition 1.20 1.22 -
  EphemeralContainers 1.16 1.23 -
  ExecProbeTimeout - - 1.20
  ExpandCSIVolumes 1.14 1.16 1.24
  ExpandInUsePersistentVolumes 1.11 1.15 1.24
  ExpandPersistentVolumes 1.8 1.11 1.24
  ExpandedDNSConfig 1.22 - -
  ExperimentalHostUserNamespaceDefaulting - 1.5 -
  GRPCContainerProbe 1.23 1.24 -
  GenericEphemeralVolume 1.19 1.21 1.23
  GracefulNodeShutdown 1.20 1.21 -
  GracefulNodeShutdownBasedOnPodPriority 1.23 1.24 -
  HPAContainerMetrics 1.20 - -
  HPAScaleToZero 1.16 - -
  HonorPVReclaimPolicy 1.23 - -
  HugePageStorageMediumSize 1.18 1.19 1.22
  IPv6DualStack 1.15 1.21 1.23
  IdentifyPodOS 1.23 1.24 -
  ImmutableEphemeralVolumes 1.18 1.19 1.21
  InTreePluginAWSUnregister 1.21 - -
  InTreePluginAzureDiskUnregister 1.21 - -
  InTreePluginAzureFileUnregister 1.21 - -
  InTreePluginGCEUnregister 1.21 - -
  InTreePluginOpenStackUnregister 1.21 - -
  InTreePluginPortworxUnregister 1.23 - -
  InTreePluginRBDUnregister 1.23 - -
  InTreePluginvSphereUnregister 1.21 - -
  IndexedJob 1.21 1.22 1.24
  IngressClassNamespacedParams 1.21 1.22 1.23
  JobMutableNodeSchedulingDirectives - 1.23 -
  JobReadyPods 1.23 1.24 -
  JobTrackingWithFinalizers 1.22 1.23 -
  KubeletCredentialProviders 1.20 1.24 -
  KubeletInUserNamespace 1.22 - -
  KubeletPodResources 1.13 1.15 -
  KubeletPodResourcesGetAllocatable 1.21 1.23 -
  LegacyServiceAccountTokenNoAutoGeneration - 1.24 -
  LocalStorageCapacityIsolation 1.7 1.10 -
  LocalStorageCapacityIsolationFSQuotaMonitoring 1.15 - -
  LogarithmicScaleDown 1.21 1.22 -
  LoggingAlphaOptions 1.24 - -
  LoggingBetaOptions - 1.24 -
  MaxUnavailableStatefulSet 1.24 - -
  MemoryManager 1.21 1.22 -
  MemoryQoS 1.22 - -
  MinDomainsInPodTopologySpread 1.24 - -
  MixedProtocolLBService 1.20 1.24 -
  NetworkPolicyEndPort 1.21 1.22 -
  NetworkPolicyStatus 1.24 - -
  NodeOutOfServiceVolumeDetach 1.24 - -
  NodeSwap 1.22 - -
  NonPreemptingPriority 1.15 1.19 1.24
  OpenAPIEnums 1.23 1.24 -
  OpenAPIV3 1.23 1.24 -
  PodAffinityNamespaceSelector 1.21 1.22 1.24
  PodAndContainerStatsFromCRI 1.23 - -
  PodDeletionCost 1.21 1.22 -
  PodDisruptionBudget 1.3 1.5 1.21
  PodOverhead 1.16 1.18 1.24
  PodSecurity 1.22 1.23 -
  PreferNominatedNode 1.21 1.22 1.24
  ProbeTerminationGracePeriod 1.21 1.22 -
  ProcMountType 1.12 - -
  ProxyTerminatingEndpoints 1.22 - -
  QOSReserved 1.11 - -
  ReadWriteOncePod 1.22 - -
  RecoverVolumeExpansionFailure 1.23 - -
  RemainingItemCount 1.15 1.16 -
  RemoveSelfLink 1.16 1.20 1.24
  RotateKubeletServerCertificate 1.7 1.12 -
  RuntimeClass 1.12 1.14 1.20
  SeccompDefault 1.22 - -
  SelectorIndex 1.18 1.19 1.20
  ServerSideApply 1.14 1.16 1.22
  ServerSideFieldValidation 1.23 - -
  ServiceIPStaticSubrange 1.24 - -
  ServiceInternalTrafficPolicy 1.21 1.22 -
  ServiceLBNodePortControl 1.20 1.22 1.24
  ServiceLoadBalancerClass 1.21 1.22 1.24
  SetHostnameAsFQDN 1.19 1.20 1.22
  SizeMemoryBackedVolumes 1.20 1.22 -
  StatefulSetAutoDeletePVC 1.23 - -
  StatefulSetMinReadySeconds 1.22 1.23 -
  StorageObjectInUseProtection 1.9 1.10 1.11
  StorageVersionAPI 1.20 - -
  StorageVersionHash 1.14 1.15 -
  StreamingProxyRedirects - 1.5 -
  SuspendJob 1.21 1.22 1.24
  TTLAfterFinished 1.12 1.21 1.23
  TopologyAwareHints 1.21 1.23 -
  TopologyManager 1.16 1.18 -
  ValidateProxyRedirects 1.12 1.14 -
  VolumeCapacityPriority 1.21 - -
  VolumeSubpath - - 1.10
  VolumeSubpathEnvExpansion 1.14 1.15 1.17
  WarningHeaders - 1.19 1.22
  WatchBookmark 1.15 1.16 1.17
  WinDSR 1.14 - -
  WinOverlay 1.14 1.20 -
  WindowsEndpointSliceProxying 1.19 1.21 1.22
  WindowsHostProcessContainers 1.22 1.23 -
`;

/** The releases that deprecated gates, as far as they are on record. */
const deprecatedIn: Readonly<Partial<Record<string, Release>>> = {
  DynamicKubeletConfig: '1.22',
};

export const gateReleases: ReadonlyMap<string, GateReleases> = new Map(
  reached
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', ...releases] = line.trim().split(' ');
      const [alpha, beta, ga] = releases.map(parseRelease);
      const deprecated = deprecatedIn[name];
      return [
        name,
        {
          ...(alpha && { Alpha: alpha }),
          ...(beta && { Beta: beta }),
          ...(ga && { GA: ga }),
          ...(deprecated && { Deprecated: deprecated }),
        },
      ] as const;
    }),
);

function parseRelease(text: string): Release | undefined {
  return text === '-' ? undefined : `1.${Number(text.slice('1.'.length))}`;
}
