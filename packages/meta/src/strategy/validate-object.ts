/**
 * The rules of an object as a write runs them, in the order in which refusals show them: those of all metadata, those
 * of its messages, those of its kind. Pure: the registry and the tests of declarations run the same.
 */
import {
  createReport,
  validate,
  type Issue,
  type Resource,
  type ResourceHooks,
  type Subresource,
} from '@keelson/schema';

import { validateObjectMeta, validateObjectMetaUpdate, type ObjectMeta } from '../metadata/validate-object-meta.ts';

interface ValidatedObject {
  readonly metadata: ObjectMeta;
}

/** Of a new object in the version of the declaration. */
export function validateNewObject(resource: Resource, object: ValidatedObject): Issue[] {
  const { scope, nameRule, message, hooks, hasOpenFinalizers = false } = resource;
  const report = createReport();
  const rules = { isNamespaced: scope === 'Namespaced', hasOpenFinalizers, ...(nameRule && { nameRule }) };
  report.within('metadata', () => validateObjectMeta(object.metadata, rules, report));
  report.issues.push(...validate(message, object));
  hooks.validateCreate?.(object as never, report);
  return report.issues;
}

export interface UpdateHooks {
  readonly prepare: ResourceHooks['prepareForUpdate'];
  readonly validate: ResourceHooks['validateUpdate'];
  readonly validateInTurns: ResourceHooks['validateInTurns'];
}

/** The hooks of a write to an object or to a part of it: those of the status for its part, none for other parts. */
export function updateHooksOf({ hooks }: Resource, subresource: Subresource | undefined): UpdateHooks {
  if (subresource?.kind !== 'part') {
    return { prepare: hooks.prepareForUpdate, validate: hooks.validateUpdate, validateInTurns: hooks.validateInTurns };
  }
  if (!subresource.writes.includes('status')) return noHooks;
  return {
    prepare: hooks.prepareForStatusUpdate,
    validate: hooks.validateStatusUpdate,
    validateInTurns: hooks.validateStatusInTurns,
  };
}

const noHooks: UpdateHooks = { prepare: undefined, validate: undefined, validateInTurns: undefined };

interface ChangedObject<T extends ValidatedObject> {
  readonly object: T;
  readonly old: T;
}

/** Clients know issues of metadata twice: from the rules of all objects, and from those of the kind. */
export function validateChangedObject<T extends ValidatedObject>(
  { message, hasOpenFinalizers = false }: Resource,
  { validate: validateKind }: UpdateHooks,
  { object, old }: ChangedObject<T>,
): Issue[] {
  const report = createReport();
  const rules = { hasOpenFinalizers };
  report.within('metadata', () => validateObjectMetaUpdate(object.metadata, old.metadata, rules, report));
  report.issues.push(...report.issues);
  report.issues.push(...withoutRatcheted(validate(message, object), () => validate(message, old)));
  validateKind?.(object as never, old as never, report);
  return report.issues;
}

/** Faults that the stored object has too stop no update: its owner could not repair one field without all others. */
function withoutRatcheted(issues: Issue[], ofOld: () => readonly Issue[]): readonly Issue[] {
  const isRatcheted = (issue: Issue): boolean => issue.isRatcheted === true;
  if (!issues.some(isRatcheted) || !ofOld().some(isRatcheted)) return issues;
  return issues.filter((issue) => !isRatcheted(issue));
}
