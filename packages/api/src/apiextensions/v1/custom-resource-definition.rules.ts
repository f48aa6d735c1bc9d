/** Prepares and validates writes of CustomResourceDefinitions. */
import type { Report, ResourceHooks } from '@keelson/schema';

import { checkImmutable } from '../../rules/immutable-field.ts';
import { isSame } from '../../rules/is-same.ts';
import { keepMetadata, metadataBeyondStatus } from '../../rules/keep-metadata.ts';
import { emptyObject, statusHooks } from '../../rules/status-hooks.ts';
import { checkApproval } from '../rules/approval-rules.ts';
import { checkExpressions } from '../rules/expression-rules.ts';
import { checkNames } from '../rules/names-rules.ts';
import { createRequirements, olderRequirements } from '../rules/requirements.ts';
import { checkSpec } from '../rules/spec-rules.ts';
import { checkStoredVersions } from '../rules/stored-version-rules.ts';
import { completeStoredVersions } from './custom-resource-definition.defaults.ts';
import { type CustomResourceDefinition, CustomResourceDefinitionStatus } from './custom-resource-definition.ts';

export const customResourceDefinitionRules = [
  'It is named `<plural>.<group>`.',
  'group is a DNS subdomain with a dot, the names are DNS labels, those of kinds in mixed case; kind and listKind differ.',
  'A group of `k8s.io` or `kubernetes.io` needs the annotation `api-approved.kubernetes.io`: a URL, or a text that begins with `unapproved`.',
  'scope is Cluster or Namespaced.',
  'Versions have different names, and exactly one of them is stored. All of them have a schema.',
  'Schemas are structural; of OpenAPI v3 they have no `$ref`, `definitions`, `dependencies`, `patternProperties`, `additionalItems`, `id` and `uniqueItems`.',
  'Defaults in schemas fit the schema that they are the default of, and have no fields that it does not specify.',
  'Lists of type map name their keys, which are scalars, required or with a default; items of sets are atomic.',
  'All versions together have at most 100,000 schemas, nested at most 256 levels deep.',
  'Columns have a name, a known type and a JSON path that begins with a dot; paths of scale are under `.spec` and `.status`.',
  'A conversion webhook has either a URL or a service, and takes reviews in v1 or v1beta1.',
  'preserveUnknownFields is not set to true.',
  'group and plural never change; scope and kind do not once the definition is established.',
  'status.storedVersions has the storage version, and versions that are defined.',
  'An update may leave what an older release accepted, except where fields are pruned.',
  'A write of the status keeps labels, annotations, finalizers and owner references.',
];

const forStatus = statusHooks(CustomResourceDefinitionStatus);

export const customResourceDefinitionHooks: ResourceHooks<CustomResourceDefinition> = {
  prepareForCreate(object) {
    object.status = emptyObject(CustomResourceDefinitionStatus);
    completeStoredVersions(object);
  },
  prepareForUpdate(object, old) {
    forStatus.prepareForUpdate(object, old);
    addStoredVersion(object);
  },
  prepareForStatusUpdate(object, old) {
    forStatus.prepareForStatusUpdate(object, old);
    keepMetadata(object, old, metadataBeyondStatus);
  },
  validateCreate(object, report) {
    checkName(object, report);
    checkDefinition(object, undefined, report);
    checkUnknownFieldsArePruned(object, undefined, report);
  },
  validateUpdate(object, old, report) {
    checkDefinition(object, old, report);
    checkUnknownFieldsArePruned(object, old, report);
  },
  validateStatusUpdate(object, old, report) {
    checkNames(object.status.acceptedNames, 'status.acceptedNames', report);
    if (!isSame(object.status.storedVersions, old.status.storedVersions)) checkStoredVersions(object, report);
  },
  validateInTurns: (object, old) => (isSame(object.spec, old?.spec) ? [] : checkExpressions(object.spec)),
};

/** Before v1, a definition could do without schemas, and keep the fields that they do not have. */
export const olderDefinitionHooks: ResourceHooks<CustomResourceDefinition> = {
  ...customResourceDefinitionHooks,
  validateCreate(object, report) {
    checkName(object, report);
    checkDefinition(object, undefined, report, olderRequirements);
  },
  validateUpdate: (object, old, report) => checkDefinition(object, old, report, olderRequirements),
};

/** Versions are only ever added: objects in an earlier storage version may still be in the store. */
function addStoredVersion(object: CustomResourceDefinition): void {
  const stored = object.spec.versions?.find(({ storage }) => storage)?.name;
  const known = object.status.storedVersions ?? [];
  if (stored === undefined || known.includes(stored)) return;
  object.status = { ...object.status, storedVersions: [...known, stored] };
}

function checkName({ metadata, spec }: CustomResourceDefinition, report: Report): void {
  const { name = '', generateName = '' } = metadata;
  const expected = `${spec.names.plural}.${spec.group}`;
  const detail = 'must be spec.names.plural+"."+spec.group';
  if (generateName !== '') report.invalid('metadata.generateName', generateName, detail);
  if (name !== '' && name !== expected) report.invalid('metadata.name', name, detail);
}

/** `old` is absent for a new definition. */
function checkDefinition(
  object: CustomResourceDefinition,
  old: CustomResourceDefinition | undefined,
  report: Report,
  requirements = createRequirements(old?.spec),
): void {
  checkSpec(object.spec, old?.spec, report, requirements);
  if (old !== undefined) checkChanges(object, old, report);
  checkNames(object.status.acceptedNames, 'status.acceptedNames', report);
  checkStoredVersions(object, report);
  checkApproval(object, old, report);
}

function checkUnknownFieldsArePruned(
  object: CustomResourceDefinition,
  old: CustomResourceDefinition | undefined,
  report: Report,
): void {
  if (object.spec.preserveUnknownFields === true && old?.spec.preserveUnknownFields !== true) {
    const detail = 'cannot set to true, set x-preserve-unknown-fields to true in spec.versions[*].schema instead';
    report.invalid('spec.preserveUnknownFields', true, detail);
  }
}

/** The scope and the kind decide how objects are stored, group and plural the name of the definition. */
function checkChanges({ spec }: CustomResourceDefinition, old: CustomResourceDefinition, report: Report): void {
  if (isEstablished(old)) {
    checkImmutable(report, 'spec.scope', spec.scope, old.spec.scope);
    checkImmutable(report, 'spec.names.kind', spec.names.kind, old.spec.names.kind);
  }
  checkImmutable(report, 'spec.group', spec.group, old.spec.group);
  checkImmutable(report, 'spec.names.plural', spec.names.plural, old.spec.names.plural);
}

function isEstablished({ status }: CustomResourceDefinition): boolean {
  return (status.conditions ?? []).some(({ type, status: value }) => type === 'Established' && value === 'True');
}
