/** The rules in CEL of a definition's schemas, once the schemas themselves are sound. What all versions share is checked once. */
import { checkSchemasInTurns, type SchemaAt } from '@keelson/cel';
import type { FoundIssues, StructuralSchema } from '@keelson/schema';

import type { CustomResourceDefinitionSpec } from '../v1/custom-resource-definition.ts';
import { schemaOf } from './schemas-of.ts';
import { divideVersions } from './shared-parts.ts';

/** Gives way to other work between rules. */
export function checkExpressions(spec: CustomResourceDefinitionSpec): FoundIssues {
  return checkSchemasInTurns(schemasAt(spec));
}

function schemasAt(spec: CustomResourceDefinitionSpec): SchemaAt[] {
  const { shared, versions } = divideVersions(spec);
  const common = shared.schema?.openAPIV3Schema as StructuralSchema | undefined;
  const own = versions.flatMap((version, index) => {
    const schema = schemaOf(version) as StructuralSchema | undefined;
    return schema === undefined ? [] : [{ schema, at: `spec.versions[${index}].schema.openAPIV3Schema` }];
  });
  return common === undefined ? own : [{ schema: common, at: 'spec.validation.openAPIV3Schema' }, ...own];
}
