/** Failures that are about one object or one resource. */
import { formatIssues, maxToldNameLength, quote, shorten, type Issue } from '@keelson/schema';
import { qualify } from '../versions/group-version.ts';
import { failure, type Status, type StatusCause } from './status.ts';

/** The plural resource of a request and its group. */
export interface GroupResource {
  readonly group: string;
  readonly resource: string;
}

export interface GroupKind {
  readonly group: string;
  readonly kind: string;
}

export function notFound(of: GroupResource, name: string): Status {
  return failure('NotFound', `${wordObject(of, name)} not found`, detailsOf(of, name));
}

export function alreadyExists(of: GroupResource, name: string): Status {
  return failure('AlreadyExists', `${wordObject(of, name)} already exists`, detailsOf(of, name));
}

/** The name was generated; asking again gives another. */
export function generatedNameExists(of: GroupResource, name: string): Status {
  const message = `${wordObject(of, name)} already exists, the server was not able to generate a unique name for the object`;
  return failure('AlreadyExists', message, { ...detailsOf(of, name), retryAfterSeconds: 1 });
}

export const objectWasModified =
  'the object has been modified; please apply your changes to the latest version and try again';

export function conflict(of: GroupResource, name: string, why: string = objectWasModified): Status {
  return failure('Conflict', `Operation cannot be fulfilled on ${wordObject(of, name)}: ${why}`, detailsOf(of, name));
}

/** Another manager owns what an apply would change. */
export function applyConflict(message: string, causes: readonly StatusCause[]): Status {
  return failure('Conflict', message, { causes });
}

/** Without a resource it is about a path, without a name about all objects of the resource. */
export function forbidden(of: GroupResource, name: string, why: string): Status {
  if (of.resource === '') return failure('Forbidden', `forbidden: ${why}`, {});
  const subject = name === '' ? qualify(of.resource, of.group) : wordObject(of, name);
  return failure('Forbidden', `${subject} is forbidden: ${why}`, detailsOf(of, name));
}

export function invalid(of: GroupKind, name: string, issues: readonly Issue[]): Status {
  const causes = issues.map(({ code, message, path }) => ({
    reason: code,
    message,
    ...(path === '' ? {} : { field: path }),
  }));
  const message = formatIssues(qualify(of.kind, of.group), name, issues);
  const told = shorten(name, maxToldNameLength);
  return failure('Invalid', message, { name: told, group: of.group, kind: of.kind, causes });
}

/** The resource exists, but not with this verb. */
export function verbNotSupported(of: GroupResource, verb: string): Status {
  const message = `${verb} is not supported on resources of kind ${quote(qualify(of.resource, of.group))}`;
  return failure('MethodNotAllowed', message, { group: of.group, kind: of.resource });
}

export function serverTimeout(of: GroupResource, verb: string, retryAfterSeconds: number): Status {
  const message = `The ${verb} operation against ${qualify(of.resource, of.group)} could not be completed at this time, please try again.`;
  return failure('ServerTimeout', message, { ...detailsOf(of, verb), retryAfterSeconds });
}

function wordObject(of: GroupResource, name: string): string {
  return `${qualify(of.resource, of.group)} ${quote(name)}`;
}

function detailsOf(of: GroupResource, name: string) {
  return { name, group: of.group, kind: of.resource };
}
