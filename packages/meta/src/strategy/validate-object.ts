/**
 * The rules of an object as a write runs them, in the order in which refusals show them: those of all metadata, those
 * of its messages, those of its kind. Pure: the registry and the tests of declarations run the same.
 */
import {
  createReport,
  validate,
  type Issue,
  type IssueReport,
  type MetadataCheck,
  type Resource,
  type ResourceHooks,
  type RuleGates,
  type Subresource,
} from '@keelson/schema';

import { validateFinalizers } from '../metadata/finalizers.ts';
import {
  validateObjectMeta,
  validateObjectMetaUpdate,
  type ObjectMeta,
  type ObjectMetaRules,
} from '../metadata/validate-object-meta.ts';
import { pathSegmentNameRule, subdomainName } from '../names/name-rule.ts';
import { keepUsedGates } from './used-gates.ts';

interface ValidatedObject {
  readonly metadata: ObjectMeta;
}

/** Of a new object in the version of the declaration. */
export function validateNewObject(resource: Resource, object: ValidatedObject, gates?: RuleGates): Issue[] {
  const { message, hooks, metadataChecks } = resource;
  const report = createReport(gates);
  const isLast = metadataChecks?.isLast === true;
  if (!isLast) report.within('metadata', () => validateObjectMeta(object.metadata, rulesOf(resource), report));
  report.issues.push(...validate(message, object, gates));
  hooks.validateCreate?.(object as never, report);
  if (isLast && report.issues.length === 0) {
    report.within('metadata', () => validateObjectMeta(object.metadata, rulesOf(resource), report));
  }
  return report.issues;
}

function rulesOf({ scope, nameRule, bannedOwners = [], hasOpenFinalizers = false }: Resource): ObjectMetaRules {
  return { isNamespaced: scope === 'Namespaced', bannedOwners, hasOpenFinalizers, ...(nameRule && { nameRule }) };
}

export interface UpdateHooks {
  readonly prepare: ResourceHooks['prepareForUpdate'];
  readonly validate: ResourceHooks['validateUpdate'];
  readonly validateInTurns: ResourceHooks['validateInTurns'];
  /** Of a write to a part, such as the status. */
  readonly isOfPart: boolean;
}

/** The hooks of a write to an object or to a part of it: those of the status for its part, those of the part for others. */
export function updateHooksOf({ hooks }: Resource, subresource: Subresource | undefined): UpdateHooks {
  const isOfPart = subresource !== undefined;
  if (subresource?.kind !== 'part') {
    const { prepareForUpdate: prepare, validateUpdate, validateInTurns } = hooks;
    return { prepare, validate: validateUpdate, validateInTurns, isOfPart };
  }
  if (!subresource.writes.includes('status')) {
    const { prepareForUpdate: prepare, validateUpdate } = subresource;
    return { prepare, validate: validateUpdate, validateInTurns: undefined, isOfPart };
  }
  return {
    prepare: hooks.prepareForStatusUpdate,
    validate: hooks.validateStatusUpdate,
    validateInTurns: hooks.validateStatusInTurns,
    isOfPart,
  };
}

interface ChangedObject<T extends ValidatedObject> {
  readonly object: T;
  readonly old: T;
  readonly gates?: RuleGates | undefined;
}

export function validateChangedObject<T extends ValidatedObject>(
  resource: Resource,
  hooks: UpdateHooks,
  { object, old, gates }: ChangedObject<T>,
): Issue[] {
  return keepUsedGates(gates, {
    object: (asked) => runRules(resource, hooks, { object, old, gates: asked }),
    old: (asked) => runRules(resource, hooks, { object: old, old, gates: asked }),
  });
}

function runRules<T extends ValidatedObject>(
  resource: Resource,
  { validate: validateKind, isOfPart }: UpdateHooks,
  { object, old, gates }: ChangedObject<T>,
): Issue[] {
  const { message, metadataChecks } = resource;
  const report = createReport(gates);
  const repeats = (isOfPart ? metadataChecks?.ofPart : metadataChecks?.ofUpdate) ?? usualChecks;
  report.within('metadata', () => validateChangedMetadata(resource, repeats, { object, old }, report));
  const issues = withoutRatcheted(validate(message, object, gates), () => validate(message, old, gates));
  report.issues.push(...issues);
  if (!isOfPart && metadataChecks?.repeatsRules === true) report.issues.push(...issues.map((issue) => ({ ...issue })));
  validateKind?.(object as never, old as never, report);
  return report.issues;
}

const usualChecks: readonly MetadataCheck[] = ['changed'];

/**
 * Clients know issues of metadata several times: from the rules of all objects, and from those of the kind, which repeat
 * them. Only where there is an issue are they all run.
 */
function validateChangedMetadata(
  resource: Resource,
  repeats: readonly MetadataCheck[],
  { object: { metadata }, old: { metadata: before } }: ChangedObject<ValidatedObject>,
  report: IssueReport,
): void {
  const rules = rulesOf(resource);
  if (!isSuspicious(metadata, before, rules)) return;
  const shared = { ...rules, nameRule: pathSegmentNameRule, hasOpenFinalizers: true };
  validateObjectMeta(metadata, shared, report);
  validateObjectMetaUpdate(metadata, before, shared, report);
  for (const repeat of repeats) {
    if (repeat === 'whole') validateObjectMeta(metadata, rules, report);
    else validateObjectMetaUpdate(metadata, before, rules, report);
  }
}

/** Law: where this is false, none of the rules of metadata has anything to say, given that the old object kept them. */
function isSuspicious(metadata: ObjectMeta, before: ObjectMeta, rules: ObjectMetaRules): boolean {
  const quick = createReport();
  validateObjectMetaUpdate(metadata, before, rules, quick);
  if (metadata.finalizers !== undefined) validateFinalizers(metadata.finalizers, quick);
  const { generateName = '' } = metadata;
  if (generateName !== '') {
    const { nameRule = subdomainName } = rules;
    for (const problem of nameRule.check(generateName, true)) quick.invalid('generateName', generateName, problem);
  }
  return quick.issues.length > 0;
}

/** Faults that the stored object has too stop no update: its owner could not repair one field without all others. */
function withoutRatcheted(issues: Issue[], ofOld: () => readonly Issue[]): readonly Issue[] {
  const isRatcheted = (issue: Issue): boolean => issue.isRatcheted === true;
  if (!issues.some(isRatcheted) || !ofOld().some(isRatcheted)) return issues;
  return issues.filter((issue) => !isRatcheted(issue));
}
