/** The rules of a changed object, against an old one that an older release may have stored. */
import { validateChangedObject, type UpdateHooks } from '@keelson/meta';
import { applyDefaults, type Issue, type Resource } from '@keelson/schema';

import type { ApiObject } from '../objects/api-object.ts';
import { refuseLaterValues } from './later-values.ts';
import type { Writing } from './writing.ts';

/**
 * An object that an older release stored lacks defaults that came since: a rule that a field stays would find it changed by
 * them. They are filled in only where a rule is broken, which is rare.
 */
export function checkUpdate(writing: Writing, hooks: UpdateHooks, object: ApiObject, old: ApiObject): readonly Issue[] {
  const { ruling, parts } = writing;
  const check = (before: ApiObject): Issue[] => [
    ...validateChangedObject(ruling, hooks, { object, old: before, gates: parts.gates }),
    ...refuseLaterValues(writing, object, old),
  ];
  const issues = check(old);
  return issues.length === 0 ? issues : check(fillInDefaults(ruling, old));
}

export function fillInDefaults({ message }: Resource, old: ApiObject): ApiObject {
  const copy = structuredClone(old);
  applyDefaults(message, copy);
  return copy;
}
