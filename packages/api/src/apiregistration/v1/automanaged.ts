/**
 * API services that the server makes for the group versions it serves itself: their label, and the priorities that
 * decide their place in discovery.
 */
import { defaultDomain } from '@keelson/schema';

export interface ApiServicePriority {
  readonly groupPriorityMinimum: number;
  readonly versionPriority: number;
}

/** `onstart`: made and corrected when the server starts. `true`: kept as long as it is wanted. */
export type AutomanagedMode = 'onstart' | 'true';

export interface AutomanagedApiServices {
  /** The label whose value is an `AutomanagedMode`. */
  readonly label: string;
  /** Undefined for group versions that get none. */
  readonly priorityOf: (group: string, version: string) => ApiServicePriority | undefined;
}

/** Of custom resources. */
export const customPriority: ApiServicePriority = { groupPriorityMinimum: 1000, versionPriority: 100 };

/** By group: its priority, and those of its versions, of every release that served them. */
const priorities: Readonly<Record<string, readonly [number, Readonly<Record<string, number>>]>> = {
  '': [18000, { v1: 1 }],
  extensions: [17900, { v1beta1: 1 }],
  apps: [17800, { v1: 15, v1beta2: 9, v1beta1: 1 }],
  'events.{domain}': [17750, { v1: 15, v1beta1: 5 }],
  'authentication.{domain}': [17700, { v1: 15, v1beta1: 9, v1alpha1: 1 }],
  'authorization.{domain}': [17600, { v1: 15, v1beta1: 9 }],
  autoscaling: [17500, { v2: 30, v1: 15, v2beta1: 9, v2beta2: 1 }],
  batch: [17400, { v1: 15, v1beta1: 9 }],
  'certificates.{domain}': [17300, { v1: 15, v1beta1: 9 }],
  'networking.{domain}': [17200, { v1: 15, v1beta1: 9 }],
  policy: [17100, { v1: 15, v1beta1: 9 }],
  'rbac.authorization.{domain}': [17000, { v1: 15, v1beta1: 12, v1alpha1: 9 }],
  'storage.{domain}': [16800, { v1: 15, v1beta1: 9, v1alpha1: 1 }],
  'admissionregistration.{domain}': [16700, { v1: 15, v1beta1: 12 }],
  'apiextensions.{domain}': [16700, { v1: 15, v1beta1: 9 }],
  'scheduling.{domain}': [16600, { v1: 15, v1beta1: 12, v1alpha1: 9 }],
  'coordination.{domain}': [16500, { v1: 15, v1beta1: 9 }],
  'node.{domain}': [16300, { v1: 15, v1beta1: 9, v1alpha1: 1 }],
  'discovery.{domain}': [16200, { v1: 15, v1beta1: 12 }],
  'flowcontrol.apiserver.{domain}': [16100, { v1beta2: 15, v1beta1: 12, v1alpha1: 9 }],
  'internal.apiserver.{domain}': [16000, { v1alpha1: 9 }],
  'deprecation.keelson.io': [15900, { v1alpha1: 9 }],
};

export function automanagedApiServices(domain: string): AutomanagedApiServices {
  const byGroup = new Map(
    Object.entries(priorities).map(([group, found]) => [group.replaceAll('{domain}', domain), found]),
  );
  const labelDomain = domain === defaultDomain ? 'kubernetes.io' : domain;
  return {
    label: `kube-aggregator.${labelDomain}/automanaged`,
    priorityOf: (group, version) => {
      const [groupPriorityMinimum, versions = {}] = byGroup.get(group) ?? [];
      const versionPriority = Object.hasOwn(versions, version) ? versions[version] : undefined;
      if (groupPriorityMinimum === undefined || versionPriority === undefined) return undefined;
      return { groupPriorityMinimum, versionPriority };
    },
  };
}
