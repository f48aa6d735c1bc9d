/**
 * Prepares and validates writes of CustomResourceDefinitions. Of their schemas only the defaults are checked here;
 * columns, conversions and incompatible changes for stored objects are not.
 */
import { dns1035Label, dns1123Subdomain } from '@keelson/meta';
import {
  checkDefaults,
  createDefaultsBudget,
  stringsValue,
  verbatim,
  type Report,
  type ResourceHooks,
} from '@keelson/schema';

import { keepMetadata } from '../../rules/keep-metadata.ts';
import { isSame } from '../../rules/is-same.ts';
import { reportFormat } from '../../rules/report-format.ts';
import { emptyObject, statusHooks } from '../../rules/status-hooks.ts';
import { completeStoredVersions } from './custom-resource-definition.defaults.ts';
import {
  type CustomResourceDefinition,
  type CustomResourceDefinitionNames,
  CustomResourceDefinitionStatus,
} from './custom-resource-definition.ts';

export const customResourceDefinitionRules = [
  'It is named `<plural>.<group>`.',
  'group is a DNS subdomain, the names are DNS labels, those of kinds in mixed case; kind and listKind differ.',
  'scope is Cluster or Namespaced.',
  'Versions have different names, and exactly one of them is stored.',
  'Defaults in schemas fit the schema that they are the default of.',
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
    keepMetadata(object, old, ['labels', 'annotations', 'finalizers', 'ownerReferences']);
  },
  validateCreate(object, report) {
    validateName(object, report);
    validateDefinition(object, report);
  },
  validateUpdate: (object, _old, report) => validateDefinition(object, report),
};

/** Versions are only ever added: objects in an earlier storage version may still be in the store. */
function addStoredVersion(object: CustomResourceDefinition): void {
  const stored = object.spec.versions?.find(({ storage }) => storage)?.name;
  const known = object.status.storedVersions ?? [];
  if (stored === undefined || known.includes(stored)) return;
  object.status = { ...object.status, storedVersions: [...known, stored] };
}

function validateName({ metadata, spec }: CustomResourceDefinition, report: Report): void {
  const { name = '' } = metadata;
  if (name === '' || name === `${spec.names.plural}.${spec.group}`) return;
  report.invalid('metadata.name', name, 'must be spec.names.plural+"."+spec.group');
}

const scopes = ['Cluster', 'Namespaced'];

function validateDefinition({ spec, status }: CustomResourceDefinition, report: Report): void {
  if (spec.group === '') report.required('spec.group');
  else reportFormat(report, 'spec.group', spec.group, dns1123Subdomain);
  if (spec.scope === '') report.required('spec.scope');
  else if (!scopes.includes(spec.scope)) report.notSupported('spec.scope', spec.scope, scopes);
  validateVersions(spec, report);
  validateDefaults(spec, report);
  report.within('spec.names', () => validateNames(spec.names, report));
  validateStoredVersions(spec, status.storedVersions, report);
}

type Spec = CustomResourceDefinition['spec'];

function validateVersions({ versions }: Spec, report: Report): void {
  const names = (versions ?? []).map(({ name }) => name);
  names.forEach((name, index) => reportFormat(report, `spec.versions[${index}].name`, name, dns1035Label));
  // The first one is reported once more, under the name of a field from when there was only one.
  if (names[0] !== undefined) reportFormat(report, 'spec.version', names[0], dns1035Label);
  const value = versions ?? verbatim('[]apiextensions.CustomResourceDefinitionVersion(nil)');
  if (new Set(names).size < names.length) report.invalid('spec.versions', value, 'must contain unique version names');
  if ((versions ?? []).filter(({ storage }) => storage).length !== 1) {
    report.invalid('spec.versions', value, 'must have exactly one version marked as storage version');
  }
}

/** A schema that all versions have is reported as that of the definition, where it was when there was only one. */
function validateDefaults({ versions }: Spec, report: Report): void {
  const [first, ...others] = versions ?? [];
  if (first === undefined) return;
  const budget = createDefaultsBudget();
  if (others.every(({ schema }) => isSame(schema, first.schema))) {
    report.add(checkDefaults(first.schema?.openAPIV3Schema, 'spec.validation.openAPIV3Schema', budget));
    return;
  }
  for (const [index, { schema }] of [first, ...others].entries()) {
    const at = `spec.versions[${index}].schema.openAPIV3Schema`;
    report.add(checkDefaults(schema?.openAPIV3Schema, at, budget));
    if (budget.left < 0) return;
  }
}

function validateStoredVersions({ versions }: Spec, storedVersions: string[] | null, report: Report): void {
  const path = 'status.storedVersions';
  const known = new Set(storedVersions);
  if (known.size === 0) report.invalid(path, stringsValue(null), 'must have at least one stored version');
  const stored = (versions ?? []).filter(({ storage, name }) => storage && !known.has(name));
  for (const { name } of stored) {
    report.invalid(path, stringsValue(storedVersions), `must have the storage version ${name}`);
  }
}

function validateNames(names: CustomResourceDefinitionNames, report: Report): void {
  const { plural, singular = '', kind, listKind = '', shortNames = [], categories = [] } = names;
  validateNamePart('plural', plural, report);
  validateNamePart('singular', singular, report);
  validateKind('kind', kind, report);
  validateKind('listKind', listKind, report);
  shortNames.forEach((name, index) => validateNamePart(`shortNames[${index}]`, name, report));
  if (kind !== '' && kind === listKind) {
    report.invalid('listKind', listKind, 'kind and listKind may not be the same');
  }
  categories.forEach((name, index) => validateNamePart(`categories[${index}]`, name, report));
}

function validateNamePart(path: string, name: string, report: Report): void {
  if (name === '') report.required(path);
  else reportFormat(report, path, name, dns1035Label);
}

function validateKind(path: string, kind: string, report: Report): void {
  if (kind === '') {
    report.required(path);
    return;
  }
  for (const problem of dns1035Label.check(kind.toLowerCase())) {
    report.invalid(path, kind, `may have mixed case, but should otherwise match: ${problem}`);
  }
}
