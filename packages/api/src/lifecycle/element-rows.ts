/**
 * The calendar of what is neither a version, a field, a value, a flag, a metric nor a gate: annotations and labels that
 * fields or other names have taken over from, and behaviour that ends.
 */
import type { Release } from '@keelson/schema';

export interface ElementRow {
  readonly kind: 'annotation' | 'behaviour' | 'node label';
  /** An annotation whose name ends in a slash stands for all that begin with it. */
  readonly name: string;
  readonly deprecated: Release;
  /** The first release in which it means nothing any more. */
  readonly removed?: Release;
  readonly instead: string;
}

const ofSeccomp = { kind: 'annotation', deprecated: '1.19', removed: '1.27', instead: 'seccompProfile' } as const;

export const elementRows: readonly ElementRow[] = [
  { kind: 'node label', name: 'beta.kubernetes.io/arch', deprecated: '1.14', instead: 'kubernetes.io/arch' },
  { kind: 'node label', name: 'beta.kubernetes.io/os', deprecated: '1.14', instead: 'kubernetes.io/os' },
  {
    kind: 'node label',
    name: 'failure-domain.beta.kubernetes.io/region',
    deprecated: '1.17',
    instead: 'topology.kubernetes.io/region',
  },
  {
    kind: 'node label',
    name: 'failure-domain.beta.kubernetes.io/zone',
    deprecated: '1.17',
    instead: 'topology.kubernetes.io/zone',
  },
  {
    kind: 'node label',
    name: 'beta.kubernetes.io/instance-type',
    deprecated: '1.17',
    instead: 'node.kubernetes.io/instance-type',
  },
  { ...ofSeccomp, name: 'seccomp.security.alpha.kubernetes.io/pod' },
  { ...ofSeccomp, name: 'container.seccomp.security.alpha.kubernetes.io/' },
  { kind: 'annotation', name: 'kubernetes.io/ingress.class', deprecated: '1.18', instead: 'spec.ingressClassName' },
  {
    kind: 'annotation',
    name: 'volume.beta.kubernetes.io/storage-class',
    deprecated: '1.6',
    instead: 'storageClassName',
  },
  {
    kind: 'behaviour',
    name: 'metadata.selfLink is filled in',
    deprecated: '1.16',
    removed: '1.20',
    instead: 'the path of the request',
  },
  {
    kind: 'behaviour',
    name: 'annotations of seccomp profiles fill in the field',
    deprecated: '1.19',
    removed: '1.27',
    instead: 'seccompProfile',
  },
];
