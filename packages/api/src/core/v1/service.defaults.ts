/** Defaults of services. Addresses and node ports are allocated, not defaulted. */
interface ServicePort {
  protocol?: string;
  port: number;
  targetPort: number | string;
}

interface ServiceSpec {
  ports?: ServicePort[];
  type?: string;
  sessionAffinity?: string;
  sessionAffinityConfig?: { clientIP?: { timeoutSeconds?: number } };
  externalTrafficPolicy?: string;
  internalTrafficPolicy?: string;
  allocateLoadBalancerNodePorts?: boolean;
}

const threeHoursInSeconds = 10800;

/** After the literal defaults of type and session affinity. */
export function completeServiceSpec(spec: ServiceSpec): void {
  completeAffinity(spec);
  const { type = '' } = spec;
  const isOnNodes = type === 'NodePort' || type === 'LoadBalancer';
  if (isOnNodes && (spec.externalTrafficPolicy ?? '') === '') spec.externalTrafficPolicy = 'Cluster';
  if (isOnNodes || type === 'ClusterIP') spec.internalTrafficPolicy ??= 'Cluster';
  if (type === 'LoadBalancer') spec.allocateLoadBalancerNodePorts ??= true;
}

function completeAffinity(spec: ServiceSpec): void {
  if (spec.sessionAffinity === 'None') delete spec.sessionAffinityConfig;
  if (spec.sessionAffinity !== 'ClientIP') return;
  const seconds = spec.sessionAffinityConfig?.clientIP?.timeoutSeconds;
  spec.sessionAffinityConfig = { clientIP: { timeoutSeconds: seconds ?? threeHoursInSeconds } };
}

export function completeServicePort(port: ServicePort): void {
  if (port.targetPort === 0 || port.targetPort === '') port.targetPort = port.port;
}
