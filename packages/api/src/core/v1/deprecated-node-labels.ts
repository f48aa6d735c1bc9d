/** Labels of nodes that have other names since, for warnings about selectors that use them. */
const successors: ReadonlyMap<string, string> = new Map([
  ['beta.kubernetes.io/arch', 'deprecated since v1.14; use "kubernetes.io/arch" instead'],
  ['beta.kubernetes.io/os', 'deprecated since v1.14; use "kubernetes.io/os" instead'],
  ['failure-domain.beta.kubernetes.io/region', 'deprecated since v1.17; use "topology.kubernetes.io/region" instead'],
  ['failure-domain.beta.kubernetes.io/zone', 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead'],
  ['beta.kubernetes.io/instance-type', 'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead'],
]);

/** Returns a warning about the label at a path, if it is deprecated. `isNamed`: the path does not name the label. */
export function warnOfNodeLabel(key: string, path: string, { isNamed = false } = {}): string[] {
  const advice = successors.get(key);
  return advice === undefined ? [] : [`${path}: ${isNamed ? `${key} is ` : ''}${advice}`];
}
