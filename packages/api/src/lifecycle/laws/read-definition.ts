/** Reads a CustomResourceDefinition, of `apiextensions/v1` or of `v1beta1`, into descriptions of its versions. */
import type { VersionDescription } from './api-description.ts';
import { objectAt, objectsAt, textAt, textsAt, type Json } from './json-object.ts';
import { fieldsOf } from './read-fields.ts';

export function versionsOfDefinition(definition: Json): VersionDescription[] {
  const spec = objectAt(definition, 'spec') ?? {};
  const stored = textsAt(objectAt(definition, 'status'), 'storedVersions');
  return declaredVersions(spec).map((version) => {
    const name = textAt(version, 'name');
    const isStored = version['storage'] === true;
    return {
      group: textAt(spec, 'group'),
      version: name,
      kind: textAt(objectAt(spec, 'names'), 'kind'),
      fields: fieldsOf(objectAt(schemaHolder(version, spec), 'openAPIV3Schema') ?? {}, {}),
      isServed: version['served'] !== false,
      isDeprecated: version['deprecated'] === true,
      isStored,
      wasStored: stored.length > 0 ? stored.includes(name) : isStored,
      promises: promisesOf(version, spec),
    };
  });
}

/** `v1beta1` may name a single version in `version`. */
function declaredVersions(spec: Json): readonly Json[] {
  const versions = objectsAt(spec, 'versions');
  const only = textAt(spec, 'version');
  return versions.length > 0 || only === '' ? versions : [{ name: only, served: true, storage: true }];
}

/** In `v1beta1` all versions may share a schema. */
function schemaHolder(version: Json, spec: Json): Json | undefined {
  return objectAt(version, 'schema') ?? objectAt(spec, 'validation');
}

function promisesOf(version: Json, spec: Json): ReadonlySet<string> {
  const names = objectAt(spec, 'names');
  const subresources = objectAt(version, 'subresources') ?? objectAt(spec, 'subresources') ?? {};
  return new Set([
    `the scope ${textAt(spec, 'scope') || 'Namespaced'}`,
    `the path of ${textAt(names, 'plural')}`,
    ...textsAt(names, 'shortNames').map((name) => `the short name ${name}`),
    ...Object.keys(subresources).map((name) => `the subresource ${name}`),
  ]);
}
