/** Rules for containers that run as processes of a Windows node: all of a pod do, and use its network. */
import type { Report } from '@keelson/schema';

import type { Container } from './container.ts';
import type { PodSpec } from './pod-spec.ts';

const lists = ['initContainers', 'containers', 'ephemeralContainers'] as const;

interface Asked {
  readonly path: string;
  /** Absent where the container follows the pod. */
  readonly own: boolean | undefined;
}

export function validateHostProcess(spec: PodSpec, report: Report): void {
  const ofPod = spec.securityContext?.windowsOptions?.hostProcess;
  // Nothing is allocated for the pods of Linux.
  if (ofPod === undefined && !lists.some((list) => spec[list]?.some(hasWindowsOptions))) return;
  const containers = containersOf(spec);
  for (const { path, own } of containers) {
    if (own === undefined || ofPod === undefined || own === ofPod) continue;
    report.invalid(path, own, `pod hostProcess value must be identical if both are specified, was ${ofPod}`);
  }
  const onHost = containers.filter(({ own }) => own ?? ofPod);
  if (onHost.length === 0) return;
  if (onHost.length < containers.length) {
    const detail = 'If pod contains any hostProcess containers then all containers must be HostProcess containers';
    report.invalid('', '', detail);
  }
  if (spec.hostNetwork === true) return;
  report.invalid('hostNetwork', false, 'hostNetwork must be true if pod contains any hostProcess containers');
}

function hasWindowsOptions({ securityContext }: Pick<Container, 'securityContext'>): boolean {
  return securityContext?.windowsOptions !== undefined;
}

function containersOf(spec: PodSpec): Asked[] {
  return lists.flatMap((list) => {
    const containers: readonly Pick<Container, 'securityContext'>[] = spec[list] ?? [];
    return containers.map(({ securityContext }, index) => ({
      path: `${list}[${index}].securityContext.windowsOptions.hostProcess`,
      own: securityContext?.windowsOptions?.hostProcess,
    }));
  });
}
