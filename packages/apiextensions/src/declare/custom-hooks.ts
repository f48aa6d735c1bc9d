/** The hooks of custom resources: the life of the status, and what counts as a change of the desired state. */
import { validateEmbeddedMetadata, type ObjectMeta } from '@keelson/api';
import { compileValidationRules, createRuleBudget } from '@keelson/cel';
import type { FoundIssues, Issue, Message, Report, ResourceHooks } from '@keelson/schema';
import { when } from '@keelson/telemetry';
import { isDeepStrictEqual } from 'node:util';

import type { DefinitionVersion } from '../definition/definition.ts';
import { checkScaleSpec, checkScaleStatus } from './custom-rules.ts';

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

/** Clients know the whole object by this path. */
const rootPath = '<nil>';

function nameRoot(issues: readonly Issue[]): readonly Issue[] {
  return issues.map((issue) => (issue.path === '' ? { ...issue, path: rootPath } : issue));
}

/** The hooks of a version, with the rules that its schema has in CEL. */
export function customHooks(message: Message, { subresources }: DefinitionVersion): ResourceHooks<CustomObject> {
  const { status, scale } = subresources ?? {};
  const checkRules = (object: CustomObject, old: CustomObject | undefined): FoundIssues => {
    const checker = message.structuralSchema && compileValidationRules(message.structuralSchema());
    if (checker === undefined) return [];
    return when(checker.checkInTurns({ value: object, old, at: '', budget: createRuleBudget() }), nameRoot);
  };
  const check = (object: CustomObject, report: Report): void => {
    if (scale !== undefined) checkScaleSpec(object, scale, report);
    if (scale !== undefined) checkScaleStatus(object, scale, report);
    if (message.structuralSchema !== undefined) validateEmbeddedMetadata(message.structuralSchema(), object, report);
  };
  return {
    ...(status === undefined ? withoutStatus : withStatus),
    validateCreate: check,
    validateUpdate: (object, _old, report) => check(object, report),
    validateStatusUpdate(object, _old, report) {
      if (scale !== undefined) checkScaleStatus(object, scale, report);
    },
    validateInTurns: checkRules,
    validateStatusInTurns: checkRules,
  };
}
