/** Types of the kinds whose fields other packages depend on. */
export type { CustomResourceDefinition } from './apiextensions/v1/custom-resource-definition.ts';
export type { CertificateSigningRequest } from './certificates/v1/certificate-signing-request.ts';
export type { Container } from './core/v1/container.ts';
export type { EphemeralContainer } from './core/v1/ephemeral-container.ts';
export type { LimitRange } from './core/v1/limit-range.ts';
export type { Namespace } from './core/v1/namespace.ts';
export type { Node } from './core/v1/node.ts';
export type { PersistentVolumeClaim } from './core/v1/persistent-volume-claim.ts';
export type { Pod } from './core/v1/pod.ts';
export type { ServiceAccount } from './core/v1/service-account.ts';
export type { Toleration } from './core/v1/toleration.ts';
export type { Volume } from './core/v1/volume.ts';
export type { Ingress } from './networking/v1/ingress.ts';
export type { IngressClass } from './networking/v1/ingress-class.ts';
export type { RuntimeClass } from './node/v1/runtime-class.ts';
export type { PriorityClass } from './scheduling/v1/priority-class.ts';
export type { StorageClass } from './storage/v1/storage-class.ts';
