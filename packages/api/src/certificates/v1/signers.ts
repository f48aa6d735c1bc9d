/** The names of the signers that every cluster has, and the subresources that rights to automatic approval are given for. */
export const clusterSigners = {
  apiServerClient: 'kubernetes.io/kube-apiserver-client',
  kubeletClient: 'kubernetes.io/kube-apiserver-client-kubelet',
  kubeletServing: 'kubernetes.io/kubelet-serving',
  legacyUnknown: 'kubernetes.io/legacy-unknown',
} as const;

export type ClusterSigner = (typeof clusterSigners)[keyof typeof clusterSigners];

/** Names of nodes as users begin with it, and their group follows it. */
export const nodeUserPrefix = 'system:node:';
export const nodesGroup = 'system:nodes';
