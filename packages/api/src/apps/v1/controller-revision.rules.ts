/** Validates writes of controller revisions. */
import type { Report, ResourceHooks } from '@keelson/schema';

import { isSameFreeForm } from '../../rules/is-same-free-form.ts';
import type { ControllerRevision } from './controller-revision.ts';

export const controllerRevisionRules = ['data is required, and stays; revision is at least 0.'];

export const controllerRevisionHooks: ResourceHooks<ControllerRevision> = {
  validateCreate: validateRevision,
  validateUpdate(object, old, report) {
    validateRevision(object, report);
    if (!isSameFreeForm(object.data, old.data)) report.invalid('data', object.data, 'field is immutable');
  },
};

function validateRevision({ data, revision }: ControllerRevision, report: Report): void {
  if (data === null) report.required('data', 'data is mandatory');
  if (revision < 0) report.invalid('revision', revision, 'must be greater than or equal to 0');
}
