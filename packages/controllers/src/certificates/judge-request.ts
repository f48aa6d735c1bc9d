/** The rules of the signers that every cluster has: what a request must and must not ask each of them for. */
import { clusterSigners, nodesGroup, nodeUserPrefix, type ClusterSigner } from '@keelson/api';
import type { RequestedSubject } from '@keelson/pki';

export interface JudgedRequest {
  readonly subject: RequestedSubject;
  readonly usages: readonly string[];
}

/** The reason against a signature, in the words of 1.24; undefined where there is none. */
export function findRequestFault(signer: ClusterSigner, request: JudgedRequest): string | undefined {
  switch (signer) {
    case clusterSigners.apiServerClient:
      return clientUsageFault(request.usages);
    case clusterSigners.kubeletClient:
      return kubeletClientFault(request);
    case clusterSigners.kubeletServing:
      return kubeletServingFault(request);
    case clusterSigners.legacyUnknown:
      return undefined;
  }
}

/** A client certificate of a node's agent. */
export function kubeletClientFault({ subject, usages }: JudgedRequest): string | undefined {
  const { dnsNames, emailAddresses, ipAddresses, uris } = subject;
  return (
    organizationFault(subject) ??
    (dnsNames.length > 0 ? 'DNS subjectAltNames are not allowed' : undefined) ??
    (emailAddresses.length > 0 ? 'Email subjectAltNames are not allowed' : undefined) ??
    (ipAddresses.length > 0 ? 'IP subjectAltNames are not allowed' : undefined) ??
    (uris.length > 0 ? 'URI subjectAltNames are not allowed' : undefined) ??
    nodeNameFault(subject) ??
    usageFault(usages, ['client auth', 'digital signature', 'key encipherment'])
  );
}

function kubeletServingFault({ subject, usages }: JudgedRequest): string | undefined {
  const { dnsNames, emailAddresses, ipAddresses, uris } = subject;
  return (
    organizationFault(subject) ??
    (dnsNames.length + ipAddresses.length === 0 ? 'DNS or IP subjectAltName is required' : undefined) ??
    (emailAddresses.length > 0 ? 'Email subjectAltNames are not allowed' : undefined) ??
    (uris.length > 0 ? 'URI subjectAltNames are not allowed' : undefined) ??
    usageFault(usages, ['digital signature', 'key encipherment', 'server auth']) ??
    nodeNameFault(subject)
  );
}

function organizationFault({ organizations }: RequestedSubject): string | undefined {
  const isNode = organizations.length === 1 && organizations[0] === nodesGroup;
  return isNode ? undefined : `subject organization is not ${nodesGroup}`;
}

function nodeNameFault({ commonName }: RequestedSubject): string | undefined {
  return commonName.startsWith(nodeUserPrefix)
    ? undefined
    : `subject common name does not begin with ${nodeUserPrefix}`;
}

/** `wanted` is sorted. */
function usageFault(usages: readonly string[], wanted: readonly string[]): string | undefined {
  const asked = [...new Set(usages)].sort();
  const isSame = asked.length === wanted.length && asked.every((usage, index) => usage === wanted[index]);
  return isSame ? undefined : `usages did not match [${wanted.join(' ')}]`;
}

const clientUsages = ['client auth', 'digital signature', 'key encipherment'];

function clientUsageFault(usages: readonly string[]): string | undefined {
  const foreign = usages.find((usage) => !clientUsages.includes(usage));
  if (foreign !== undefined) return `invalid usage for client certificate: ${foreign}`;
  return usages.includes('client auth') ? undefined : 'missing required usage for client certificate: client auth';
}
