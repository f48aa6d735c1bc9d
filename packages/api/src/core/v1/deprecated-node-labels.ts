/** Labels of nodes that have other names since, for warnings about selectors that use them. */
import { elementRows } from '../../lifecycle/element-rows.ts';

const successors: ReadonlyMap<string, string> = new Map(
  elementRows
    .filter(({ kind }) => kind === 'node label')
    .map(({ name, deprecated, instead }) => [name, `deprecated since v${deprecated}; use "${instead}" instead`]),
);

/** Returns a warning about the label at a path, if it is deprecated. `isNamed`: the path does not name the label. */
export function warnOfNodeLabel(key: string, path: string, { isNamed = false } = {}): string[] {
  const advice = successors.get(key);
  return advice === undefined ? [] : [`${path}: ${isNamed ? `${key} is ` : ''}${advice}`];
}
