/** Certificates: the server's own, made and renewed; those of its operator; and whom client certificates stand for. */
export { frontProxyName, openFrontProxy, type FrontProxyIdentity } from './front-proxy.ts';
export { issueAuthority, issueLeaf, type KeyPair } from './issue.ts';
export { adminUser, keepCertificates } from './keep.ts';
export { openTls, type ClientAuthorities, type ServingCertificates, type Tls, type TlsParts } from './open-tls.ts';
export { parseCertificates, parseServingPair, parseSigningPair, reasonOf } from './parse-certificates.ts';
export { parsePem, type PemBlock } from './pem.ts';
export { renewCertificates } from './renew.ts';
export { cipherSuites, tlsVersions, type TlsChoice } from './tls-settings.ts';
export { readCertificateRequest, signCertificateRequest } from './request-signing.ts';
export type { RequestedSubject, SigningResult, SigningTerms } from './sign-request.ts';
export { createClusterCertificates, type CreateClusterOptions } from './cluster/create-cluster.ts';
export { inspectCertificates, type InspectedCertificate } from './cluster/inspect-cluster.ts';
export type { ClusterAuthority, ClusterClient, ClusterMember } from './cluster/plan.ts';
export { renewClusterCertificates } from './cluster/renew-cluster.ts';
export { finishRotation, isRotating, prepareRotation, switchAuthority } from './cluster/rotate-authority.ts';
