/**
 * Makes the declarations of a definition: a resource for each version that is served, in the language and with the
 * readers of built-in kinds. Costs no more than the fields of the definition: its schemas are read on first use.
 */
import { bannedOwners, listOf, metadata, scaleSubresource } from '@keelson/api';
import { compareVersions, subdomainName, wordUnsupportedField } from '@keelson/meta';
import {
  anyStructure,
  kind,
  pruneTo,
  resource,
  type ConvertRemotely,
  type Message,
  type Resource,
  type StoredObjects,
  type StructuralSchema,
  type Subresource,
  type Verb,
} from '@keelson/schema';
import { isDeepStrictEqual } from 'node:util';

import { compileColumns } from '../columns/compile-columns.ts';
import {
  readDefinition,
  versionsOf,
  type CachedDefinition,
  type Definition,
  type DefinitionVersion,
} from '../definition/definition.ts';
import { customHooks } from './custom-hooks.ts';
import { keepAllFields } from './keep-all-fields.ts';
import { openApiName } from './openapi-name.ts';

/** In the order in which discovery shows them. */
const verbs: readonly Verb[] = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];

/** The conversion of a definition that asks for a webhook. It answers with a failure where the webhook cannot be asked. */
export type MakeConversion = (definition: Definition) => ConvertRemotely;

/** `cached` is where the schemas are read from, later. In no order; the stored version is among them, served or not. */
export function declareResources(
  definition: Definition,
  cached: StoredDefinition,
  makeConversion: MakeConversion = cannotConvert,
): Resource[] {
  const stored = versionsOf(definition).find(({ storage }) => storage);
  if (stored === undefined) return [];
  const isRemote = definition.spec.conversion?.strategy === 'Webhook' && versionsOf(definition).length > 1;
  const convertRemotely = isRemote ? makeConversion(definition) : undefined;
  const source: Source = { definition, cached, storedVersion: stored.name, convertRemotely };
  const hub = !isRemote && differ(definition) ? declareHub(source, stored) : undefined;
  return versionsOf(definition)
    .filter(({ served, storage }) => served || storage)
    .map((version) => declareVersion({ ...source, hub }, version));
}

type StoredDefinition = Pick<CachedDefinition, 'version'>;

interface Source {
  readonly definition: Definition;
  readonly cached: StoredDefinition;
  readonly storedVersion: string;
  readonly hub?: Resource | undefined;
  readonly convertRemotely?: ConvertRemotely | undefined;
}

const cannotConvert: MakeConversion = () => (request) =>
  Promise.resolve({ ok: false, message: `no webhook can be asked for ${request.to} here`, isAnswer: false });

function declareVersion(source: Source, version: DefinitionVersion): Resource {
  const { definition, storedVersion, hub, convertRemotely } = source;
  const message = declareMessage(source, version);
  const names = namesOf(definition);
  const subresources = version.served ? declareSubresources(version) : {};
  return resource<CustomMessage>({
    ...names,
    version: version.name,
    verbs: version.served ? verbs : [],
    message,
    list: listOf(message),
    subresources,
    columns: compileColumns(version.additionalPrinterColumns ?? []),
    storage: storageOf(definition, storedVersion),
    ...common,
    hooks: customHooks(message, version),
    ...(convertRemotely && { convertRemotely, formsByVersion: formsOf(source) }),
    ...(hub && { hub, conversion: { toHub: (object) => object, fromHub: (object) => pruneTo(message, object) } }),
    custom: { ...originOf(definition), ...deprecationOf(definition, version) },
  });
}

const common = {
  hasGeneration: true,
  hasOpenFinalizers: true,
  bannedOwners,
  nameRule: subdomainName,
  wordUnknownField: wordUnsupportedField,
} as const;

function namesOf({ spec, status }: Definition) {
  const { plural, singular = '', kind: kindName, shortNames = [], categories = [] } = status.acceptedNames;
  const scope = spec.scope === 'Namespaced' ? 'Namespaced' : 'Cluster';
  return { group: spec.group, kind: kindName, plural, singular, shortNames, categories, scope } as const;
}

function storageOf({ spec, status }: Definition, version: string): StoredObjects {
  return { kind: 'stored', group: spec.group, version, prefix: `${spec.group}/${status.acceptedNames.plural}` };
}

function originOf(definition: Definition) {
  const { name = '', uid = '', generation = 0 } = definition.metadata;
  const versions = new Set([
    ...versionsOf(definition).map((each) => each.name),
    ...(definition.status.storedVersions ?? []),
  ]);
  return { definition: name, uid, generation: Number(generation), versions: [...versions] };
}

/** Versions of one schema, with the same subresources, are the same but for their names. */
function differ(definition: Definition): boolean {
  const [first, ...others] = versionsOf(definition).map(({ schema, subresources }) => ({ schema, subresources }));
  return others.some((other) => !isDeepStrictEqual(first, other));
}

/** Objects as they are stored: each has what the version in which it was stored has. */
function declareHub(source: Source, version: DefinitionVersion): Resource {
  const { definition, storedVersion } = source;
  const names = namesOf(definition);
  const name = openApiName(names.group, version.name, names.kind);
  return resource({
    ...names,
    version: version.name,
    verbs: [],
    message: kind(name, { metadata }, { structuralSchema: () => anyStructure }),
    formsByVersion: formsOf(source),
    storage: storageOf(definition, storedVersion),
    ...common,
    custom: originOf(definition),
  });
}

/** Of all versions that there may be objects of, served or not. */
function formsOf(source: Source): ReadonlyMap<string, CustomMessage> {
  return new Map(versionsOf(source.definition).map((each) => [each.name, declareMessage(source, each)]));
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

function schemaOf(definition: Definition, version: string): StructuralSchema {
  const found = versionsOf(definition).find(({ name }) => name === version);
  const schema = found?.schema?.openAPIV3Schema as StructuralSchema | undefined;
  // Of a definition from before schemas were required.
  if (schema === undefined) return anyStructure;
  return definition.spec.preserveUnknownFields === true ? { ...keepAllFields(schema), ...anyStructure } : schema;
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
