/** Defaults of a pod's spec that depend on its other fields. */

interface Container {
  readonly ports?: readonly { containerPort: number; hostPort?: number }[];
}

interface PodSpec {
  serviceAccountName?: string;
  serviceAccount?: string;
  readonly hostNetwork?: boolean;
  readonly containers: readonly Container[] | null;
  readonly initContainers?: readonly Container[];
}

export function defaultPodSpec(spec: PodSpec): void {
  pairServiceAccount(spec);
  if (spec.hostNetwork !== true) return;
  for (const { ports = [] } of [...(spec.containers ?? []), ...(spec.initContainers ?? [])]) {
    // In the node's network a port of the container is a port of the node.
    for (const port of ports)
      if ((port.hostPort ?? 0) === 0 && port.containerPort !== 0) port.hostPort = port.containerPort;
  }
}

/** The two spellings say the same; the newer one decides. */
function pairServiceAccount(spec: PodSpec): void {
  const { serviceAccountName = '', serviceAccount = '' } = spec;
  const name = serviceAccountName === '' ? serviceAccount : serviceAccountName;
  if (name === '') return;
  spec.serviceAccountName = name;
  spec.serviceAccount = name;
}
