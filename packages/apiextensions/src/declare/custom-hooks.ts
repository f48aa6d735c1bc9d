/** The hooks of custom resources: the life of the status, and what counts as a change of the desired state. */
import type { ObjectMeta } from '@keelson/api';
import { compileValidationRules, createRuleBudget } from '@keelson/cel';
import type { FoundIssues, Message, ResourceHooks } from '@keelson/schema';
import { isDeepStrictEqual } from 'node:util';

interface CustomObject {
  metadata: ObjectMeta;
  status?: unknown;
  [field: string]: unknown;
}

/** With a status subresource: other writes leave the status alone. */
const withStatus: ResourceHooks<CustomObject> = {
  prepareForCreate(object) {
    delete object.status;
  },
  prepareForUpdate(object, old) {
    if (old.status === undefined) delete object.status;
    else object.status = old.status;
  },
  /** Nothing but the status is written; of the metadata, only the owners of its fields. */
  prepareForStatusUpdate(object, old) {
    const { managedFields } = object.metadata;
    object.metadata = { ...old.metadata };
    if (managedFields === undefined) delete object.metadata.managedFields;
    else object.metadata.managedFields = managedFields;
  },
};

/** Without one the status is a field like others, and a change of it makes a new generation. */
const withoutStatus: ResourceHooks<CustomObject> = {
  prepareForUpdate(object, old) {
    if (isDeepStrictEqual(object.status, old.status)) return;
    object.metadata.generation = Number(old.metadata.generation ?? 0) + 1;
  },
};

/** The hooks of a version, with the rules that its schema has in CEL. */
export function customHooks(
  message: Message,
  { hasStatus }: { readonly hasStatus: boolean },
): ResourceHooks<CustomObject> {
  const checkRules = (object: CustomObject, old: CustomObject | undefined): FoundIssues => {
    const checker = message.structuralSchema && compileValidationRules(message.structuralSchema());
    return checker?.checkInTurns({ value: object, old, at: '', budget: createRuleBudget() }) ?? [];
  };
  return {
    ...(hasStatus ? withStatus : withoutStatus),
    validateInTurns: checkRules,
    validateStatusInTurns: checkRules,
  };
}
