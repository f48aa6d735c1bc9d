/** Translates errors of the schema validator into issues, each at its path; of alternatives only the nearest miss. */
import type { ErrorObject } from 'ajv';
import type { Issue } from '../../language/report.ts';
import { joinPath } from '../join-path.ts';
import { wordError } from './word-error.ts';

export function translateErrors(errors: readonly ErrorObject[], value: unknown, at: string): Issue[] {
  return keepNearest(errors).map((error) => wordError(error, { name: nameOf(error.instancePath, value), at }));
}

/** `/spec/list/0` is `spec.list[0]`; whether a step is an index, the value itself tells. */
function nameOf(pointer: string, value: unknown): string {
  let name = '';
  let inner = value;
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    name = joinPath(name, Array.isArray(inner) ? `[${key}]` : key);
    inner = (inner as Record<string, unknown>)[key];
  }
  return name;
}

/** Behind a failed anyOf or oneOf stay only the errors of the alternative that has fewest. */
function keepNearest(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const dropped = new Set<ErrorObject>();
  errors.forEach((failed, index) => {
    if (failed.keyword !== 'anyOf' && failed.keyword !== 'oneOf') return;
    const branches = groupBranches(errors, index);
    const isAmbiguous = Array.isArray(failed.params['passingSchemas']);
    const nearest = isAmbiguous ? undefined : [...branches.values()].sort((a, b) => a.length - b.length)[0];
    for (const branch of branches.values()) if (branch !== nearest) for (const error of branch) dropped.add(error);
  });
  return errors.filter((error) => !dropped.has(error));
}

/** The errors of the alternatives stand right before the failure of their choice. */
function groupBranches(errors: readonly ErrorObject[], failedIndex: number): Map<string, ErrorObject[]> {
  const branches = new Map<string, ErrorObject[]>();
  const failed = errors[failedIndex];
  for (let at = failedIndex - 1; failed !== undefined && at >= 0; at--) {
    const error = errors[at];
    const start = `${failed.schemaPath}/`;
    if (error === undefined || !error.schemaPath.startsWith(start)) break;
    if (!error.instancePath.startsWith(failed.instancePath)) break;
    const branch = error.schemaPath.slice(start.length).split('/', 1).join();
    const others = branches.get(branch);
    if (others === undefined) branches.set(branch, [error]);
    else others.push(error);
  }
  return branches;
}
