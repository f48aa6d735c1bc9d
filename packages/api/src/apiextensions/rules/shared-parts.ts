/**
 * The parts that all versions have alike. They are reported once, where a definition said them when it had one version
 * alone; a version keeps what it has to itself.
 */
import { isSame } from '../../rules/is-same.ts';
import type { CustomResourceDefinitionSpec } from '../v1/custom-resource-definition.ts';
import type { CustomResourceDefinitionVersion } from '../v1/custom-resource-version.ts';

const parts = ['schema', 'subresources', 'additionalPrinterColumns'] as const;
type SharedKey = (typeof parts)[number];
export type SharedParts = Pick<CustomResourceDefinitionVersion, SharedKey>;

export interface DividedVersions {
  readonly shared: SharedParts;
  readonly versions: readonly CustomResourceDefinitionVersion[];
}

export function divideVersions({ versions }: Pick<CustomResourceDefinitionSpec, 'versions'>): DividedVersions {
  const [first, ...others] = versions ?? [];
  if (first === undefined) return { shared: {}, versions: [] };
  const alike = parts.filter((part) => others.every((other) => isSame(first[part], other[part])));
  const withoutAlike = (version: CustomResourceDefinitionVersion): CustomResourceDefinitionVersion => {
    const own = { ...version };
    for (const part of alike) Reflect.deleteProperty(own, part);
    return own;
  };
  const shared = Object.fromEntries(alike.map((part) => [part, first[part]])) as SharedParts;
  return { shared, versions: [first, ...others].map(withoutAlike) };
}
