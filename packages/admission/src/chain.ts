/** All plugins in the order in which they run, and which of them are on. */
import { noteRequester } from './certificates/note-requester.ts';
import { certificateApproval, certificateSigning } from './certificates/signers.ts';
import { certificateSubjectRestriction } from './certificates/subject-restriction.ts';
import { defaultIngressClass, defaultStorageClass } from './defaults/default-class.ts';
import { taintNodesByCondition } from './defaults/taint-new-nodes.ts';
import { limitRanger } from './limits/limit-ranger.ts';
import type { PluginParts } from './plugin-parts.ts';
import type { AdmissionPlugin } from './plugin.ts';
import { createPodSecurityMetrics } from './pod-security/pod-security-metrics.ts';
import { nodeRestriction } from './nodes/node-restriction.ts';
import { podSecurity } from './pod-security/pod-security.ts';
import { defaultTolerationSeconds } from './pods/default-toleration-seconds.ts';
import { priority } from './pods/priority.ts';
import { runtimeClass } from './pods/runtime-class.ts';
import { serviceAccount } from './pods/service-account.ts';
import { createQuotaStore } from './quota/quota-store.ts';
import { resourceQuota } from './quota/resource-quota.ts';
import { persistentVolumeClaimResize } from './volumes/claim-resize.ts';
import { storageObjectInUseProtection } from './volumes/object-in-use.ts';

/** Implemented by the engine; runs before all others. */
export const namespaceLifecycle = 'NamespaceLifecycle';

interface Known {
  readonly name: string;
  readonly isOn: boolean;
  readonly make?: (parts: PluginParts) => AdmissionPlugin | undefined;
}

const known: readonly Known[] = [
  { name: namespaceLifecycle, isOn: true },
  { name: 'LimitRanger', isOn: true, make: limitRanger },
  // Off by default: it rejects all pods of a namespace without a service account.
  { name: 'ServiceAccount', isOn: false, make: serviceAccount },
  // Off by default, as it is elsewhere: installers turn it on with the authorizer of nodes.
  { name: 'NodeRestriction', isOn: false, make: ({ listers }) => nodeRestriction(listers) },
  { name: 'TaintNodesByCondition', isOn: true, make: taintNodesByCondition },
  {
    name: 'PodSecurity',
    isOn: true,
    make: ({ listers, metrics }) => podSecurity(listers, metrics && createPodSecurityMetrics(metrics)),
  },
  { name: 'Priority', isOn: true, make: ({ listers }) => priority(listers) },
  { name: 'DefaultTolerationSeconds', isOn: true, make: defaultTolerationSeconds },
  { name: 'DefaultStorageClass', isOn: true, make: ({ listers }) => defaultStorageClass(listers) },
  { name: 'StorageObjectInUseProtection', isOn: true, make: storageObjectInUseProtection },
  { name: 'PersistentVolumeClaimResize', isOn: true, make: ({ listers }) => persistentVolumeClaimResize(listers) },
  { name: 'RuntimeClass', isOn: true, make: ({ listers }) => runtimeClass(listers) },
  { name: 'CertificateApproval', isOn: true, make: ({ mayDo }) => certificateApproval(mayDo) },
  { name: 'CertificateSigning', isOn: true, make: ({ mayDo }) => certificateSigning(mayDo) },
  { name: 'CertificateSubjectRestriction', isOn: true, make: certificateSubjectRestriction },
  { name: 'DefaultIngressClass', isOn: true, make: ({ listers }) => defaultIngressClass(listers) },
  // Made on a higher floor. They see what all plugins before them have made of the object.
  { name: 'MutatingAdmissionWebhook', isOn: true },
  { name: 'ValidatingAdmissionWebhook', isOn: true },
  // Last: what others refuse is not charged.
  { name: 'ResourceQuota', isOn: true, make: quotaPlugin },
];

function quotaPlugin({ listers, quotas }: PluginParts): AdmissionPlugin | undefined {
  if (quotas === undefined) return undefined;
  const { writeStatus, limited, nowMs } = quotas;
  return resourceQuota({ store: createQuotaStore({ listers, writeStatus }), limited, nowMs });
}

export const pluginNames: readonly string[] = known.map(({ name }) => name);
export const pluginsOnByDefault: readonly string[] = known.filter(({ isOn }) => isOn).map(({ name }) => name);

/** Plugins of kube-apiserver that are missing here: to turn them off changes nothing. */
export const pluginsOfOthers: readonly string[] = [
  ...['AlwaysAdmit', 'AlwaysDeny', 'AlwaysPullImages', 'DenyServiceExternalIPs', 'EventRateLimit'],
  ...['ExtendedResourceToleration', 'ImagePolicyWebhook', 'LimitPodHardAntiAffinityTopology'],
  ...['NamespaceAutoProvision', 'NamespaceExists'],
  ...['OwnerReferencesPermissionEnforcement', 'PersistentVolumeLabel', 'PodNodeSelector', 'PodSecurityPolicy'],
  ...['PodTolerationRestriction', 'SecurityContextDeny'],
];

export interface Choice {
  readonly enabled: readonly string[];
  readonly disabled: readonly string[];
}

/** In the order in which they run, whatever order they are named in. */
export function chosenPlugins({ enabled, disabled }: Choice): readonly string[] {
  return known
    .filter(({ name, isOn }) => enabled.includes(name) || (isOn && !disabled.includes(name)))
    .map(({ name }) => name);
}

/** Run first and cannot be turned off, since a kind depends on them. */
const always: readonly AdmissionPlugin[] = [noteRequester];

/** The plugins of these names, but for those that are part of the engine, and those of others that are not given. */
export function makePlugins(names: readonly string[], parts: PluginParts): readonly AdmissionPlugin[] {
  const chosen = known
    .filter(({ name }) => names.includes(name))
    .map(({ name, make }) => make?.(parts) ?? parts.others?.get(name));
  return [...always, ...chosen.filter((plugin) => plugin !== undefined)];
}
