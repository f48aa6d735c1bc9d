/**
 * Makes the declarations of a definition: a resource for each version that is served, in the language and with the
 * readers of built-in kinds. Costs no more than the fields of the definition: its schemas are read on first use.
 */
import { listOf, metadata, scaleSubresource } from '@keelson/api';
import { compareVersions, subdomainName, wordUnsupportedField } from '@keelson/meta';
import {
  kind,
  resource,
  type Message,
  type Resource,
  type StructuralSchema,
  type Subresource,
  type Verb,
} from '@keelson/schema';

import { compileColumns } from '../columns/compile-columns.ts';
import { readDefinition, versionsOf, type CachedDefinition, type Definition, type DefinitionVersion } from '../definition/definition.ts';
import { withoutStatus, withStatus } from './custom-hooks.ts';
import { openApiName } from './openapi-name.ts';

/** In the order in which discovery shows them. */
const verbs: readonly Verb[] = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];

/** `cached` is where the schemas are read from, later. In no order; the stored version is among them, served or not. */
export function declareResources(definition: Definition, cached: CachedDefinition): Resource[] {
  const stored = versionsOf(definition).find(({ storage }) => storage)?.name;
  if (stored === undefined) return [];
  return versionsOf(definition)
    .filter(({ served, storage }) => served || storage)
    .map((version) => declareVersion({ definition, cached, stored }, version));
}

interface Source {
  readonly definition: Definition;
  readonly cached: CachedDefinition;
  /** The name of the stored version. */
  readonly stored: string;
}

function declareVersion({ definition, cached, stored }: Source, version: DefinitionVersion): Resource {
  const { spec, status, metadata: own } = definition;
  const { group, scope } = spec;
  const { plural, singular = '', kind: kindName, shortNames = [], categories = [] } = status.acceptedNames;
  const message = declareMessage({ definition, cached, stored }, version);
  const subresources = declareSubresources(version);
  return resource({
    group,
    version: version.name,
    kind: kindName,
    plural,
    singular,
    shortNames,
    categories,
    scope: scope === 'Namespaced' ? 'Namespaced' : 'Cluster',
    verbs: version.served ? verbs : [],
    message,
    list: listOf(message),
    subresources: version.served ? subresources : {},
    columns: compileColumns(version.additionalPrinterColumns ?? []),
    storage: { kind: 'stored', group, version: stored, prefix: `${group}/${plural}` },
    hasGeneration: true,
    hasOpenFinalizers: true,
    nameRule: subdomainName,
    wordUnknownField: wordUnsupportedField,
    hooks: 'status' in subresources ? withStatus : withoutStatus,
    custom: {
      definition: own.name ?? '',
      uid: own.uid ?? '',
      generation: Number(own.generation ?? 0),
      ...deprecationOf(definition, version),
    },
  });
}

type CustomMessage = Message<{ readonly metadata: typeof metadata }>;

function declareMessage({ definition, cached }: Source, { name }: DefinitionVersion): CustomMessage {
  const { group } = definition.spec;
  const { kind: kindName } = definition.status.acceptedNames;
  let schema: StructuralSchema | undefined;
  const structuralSchema = (): StructuralSchema => (schema ??= schemaOf(readDefinition(cached), name));
  return kind(
    openApiName(group, name, kindName),
    { metadata },
    { structuralSchema, about: `A ${kindName} of ${group}.` },
  );
}

/** Definitions from before schemas were required keep whatever their objects hold. */
const anything: StructuralSchema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

function schemaOf(definition: Definition, version: string): StructuralSchema {
  const found = versionsOf(definition).find(({ name }) => name === version);
  const schema = found?.schema?.openAPIV3Schema as StructuralSchema | undefined;
  if (schema === undefined) return anything;
  return definition.spec.preserveUnknownFields === true ? { ...schema, ...anything } : schema;
}

function declareSubresources({ subresources }: DefinitionVersion): Record<string, Subresource> {
  const declared: Record<string, Subresource> = {};
  if (subresources?.status !== undefined) {
    declared['status'] = { kind: 'part', verbs: ['get', 'patch', 'update'], writes: ['status'], isPrinted: true };
  }
  if (subresources?.scale !== undefined) {
    const { specReplicasPath, statusReplicasPath, labelSelectorPath = '' } = subresources.scale;
    declared['scale'] = {
      ...scaleSubresource,
      replicas: dotted(specReplicasPath),
      observedReplicas: dotted(statusReplicasPath),
      selector: dotted(labelSelectorPath),
    };
  }
  return declared;
}

/** `.spec.replicas` is `spec.replicas`. */
function dotted(path: string): string {
  return path.startsWith('.') ? path.slice(1) : path;
}

function deprecationOf(definition: Definition, version: DefinitionVersion): { deprecationWarning?: string } {
  if (version.deprecated !== true) return {};
  return { deprecationWarning: version.deprecationWarning ?? usualWarning(definition, version.name) };
}

/** Names the best of the better versions. */
function usualWarning(definition: Definition, deprecated: string): string {
  const { group } = definition.spec;
  const { kind: kindName } = definition.status.acceptedNames;
  const [better] = versionsOf(definition)
    .filter((each) => each.served && each.deprecated !== true && compareVersions(each.name, deprecated) < 0)
    .map(({ name }) => name)
    .sort(compareVersions);
  const warning = `${group}/${deprecated} ${kindName} is deprecated`;
  return better === undefined ? warning : `${warning}; use ${group}/${better} ${kindName}`;
}
