/** The schemas of a definition's versions, absent ones included, by version. */
import type { CustomResourceDefinitionSpec } from '../v1/custom-resource-definition.ts';
import type { CustomResourceDefinitionVersion } from '../v1/custom-resource-version.ts';
import type { SchemaNode } from './schema-node.ts';

export function schemasOf({ versions }: CustomResourceDefinitionSpec): (SchemaNode | undefined)[] {
  return (versions ?? []).map(schemaOf);
}

export function schemaOf({ schema }: CustomResourceDefinitionVersion): SchemaNode | undefined {
  return schema?.openAPIV3Schema as SchemaNode | undefined;
}
