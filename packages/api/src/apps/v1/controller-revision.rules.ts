/** Validates writes of controller revisions. */
import type { ResourceHooks } from '@keelson/schema';

import { checkImmutable } from '../../rules/immutable-field.ts';
import type { ControllerRevision } from './controller-revision.ts';

export const controllerRevisionRules = ['data stays.'];

export const controllerRevisionHooks: ResourceHooks<ControllerRevision> = {
  validateUpdate: (object, old, report) => checkImmutable(report, 'data', object.data, old.data),
};
