/** The labels that a node may give itself: none that steer workloads of others to it. */

const restricted = 'node-restriction.kubernetes.io';

const ofKubelets = new Set([
  'kubernetes.io/hostname',
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region',
  'beta.kubernetes.io/instance-type',
  'node.kubernetes.io/instance-type',
  'kubernetes.io/os',
  'kubernetes.io/arch',
  'beta.kubernetes.io/os',
  'beta.kubernetes.io/arch',
]);
const namespacesOfKubelets = ['kubelet.kubernetes.io', 'node.kubernetes.io'];
const namespacesOfKubernetes = ['kubernetes.io', 'k8s.io'];

type Labels = Readonly<Record<string, string>>;

/** Keys of the labels that were added, changed or removed although a node may not do so, sorted. */
export function forbiddenLabels(labels: Labels = {}, old: Labels = {}): readonly string[] {
  const all = new Set([...Object.keys(labels), ...Object.keys(old)]);
  return [...all].filter((key) => valueOf(labels, key) !== valueOf(old, key) && isForbidden(key)).sort();
}

function valueOf(labels: Labels, key: string): string | undefined {
  return Object.hasOwn(labels, key) ? labels[key] : undefined;
}

function isForbidden(key: string): boolean {
  const slash = key.indexOf('/');
  const namespace = slash === -1 ? '' : key.slice(0, slash);
  if (isWithin(namespace, restricted)) return true;
  const isKubernetes = namespacesOfKubernetes.some((domain) => isWithin(namespace, domain));
  const isOfKubelets = ofKubelets.has(key) || namespacesOfKubelets.some((domain) => isWithin(namespace, domain));
  return isKubernetes && !isOfKubelets;
}

function isWithin(namespace: string, domain: string): boolean {
  return namespace === domain || namespace.endsWith(`.${domain}`);
}
