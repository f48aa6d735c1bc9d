/**
 * A write as the server does it, without the server: decode, fill in, default,
 * prepare, validate. For tests of rules; it stores nothing and knows no verbs.
 */
import { validateObjectMeta, validateObjectMetaUpdate, invalid, type ObjectMeta } from '@keelson/meta';
import {
  applyDefaults,
  createReport,
  decodeJson,
  defaultDomain,
  validate,
  type Issue,
  type JsonValue,
  type Resource,
} from '@keelson/schema';

export interface Admitted {
  readonly object: AnyObject;
  readonly issues: readonly Issue[];
  /** The message of the refusal; absent when nothing is wrong. */
  readonly message?: string;
}

/** An object in canonical form, its type left to the test. */
export interface AnyObject {
  metadata: ObjectMeta & Record<string, unknown>;
  [key: string]: unknown;
}

const created = { uid: '6e1c1d3a-0000-4000-8000-000000000001', creationTimestamp: '2022-01-02T03:04:05Z' };

export function create(resource: Resource, body: JsonValue): Admitted {
  const object = read(resource, body);
  Object.assign(object.metadata, created);
  resource.hooks.prepareForCreate?.(object as never);
  return admit(resource, object, (report) => {
    report.within('metadata', () => validateObjectMeta(object.metadata, metaRules(resource), report));
    report.issues.push(...validate(resource.message, object));
    resource.hooks.validateCreate?.(object as never, report);
  });
}

export function update(resource: Resource, old: AnyObject, body: JsonValue): Admitted {
  const object = read(resource, body);
  const { uid, creationTimestamp } = old.metadata;
  object.metadata = { resourceVersion: '1', ...object.metadata, uid, creationTimestamp } as AnyObject['metadata'];
  resource.hooks.prepareForUpdate?.(object as never, old as never);
  return admit(resource, object, (report) => {
    report.within('metadata', () => validateObjectMetaUpdate(object.metadata, old.metadata, {}, report));
    report.issues.push(...validate(resource.message, object));
    resource.hooks.validateUpdate?.(object as never, old as never, report);
  });
}

/** Only the status is taken from `body`. */
export function updateStatus(resource: Resource, old: AnyObject, body: JsonValue): Admitted {
  const { status } = read(resource, body);
  const object: AnyObject = { ...structuredClone(old), status };
  resource.hooks.prepareForStatusUpdate?.(object as never, old as never);
  return admit(resource, object, (report) => {
    report.issues.push(...validate(resource.message, object));
    resource.hooks.validateStatusUpdate?.(object as never, old as never, report);
  });
}

/** `path: message` of every cause, in order. */
export function causesOf({ issues }: Admitted): string[] {
  return issues.map(({ path, message }) => `${path}: ${message}`);
}

function admit(
  resource: Resource,
  object: AnyObject,
  check: (report: ReturnType<typeof createReport>) => void,
): Admitted {
  const report = createReport();
  check(report);
  const { issues } = report;
  if (issues.length === 0) return { object, issues };
  const { message } = invalid({ group: groupOf(resource), kind: resource.kind }, object.metadata.name ?? '', issues);
  return { object, issues, ...(message !== undefined && { message }) };
}

/** In canonical form, with its type, its namespace and its defaults. */
function read(resource: Resource, body: JsonValue): AnyObject {
  const decoded = decodeJson(resource.message, body);
  if (!decoded.ok) throw new Error(decoded.message);
  const object = decoded.object as AnyObject;
  const group = groupOf(resource);
  object['kind'] = resource.kind;
  object['apiVersion'] = group === '' ? resource.version : `${group}/${resource.version}`;
  if (resource.scope === 'Namespaced') object.metadata = { namespace: 'default', ...object.metadata };
  applyDefaults(resource.message, object);
  return object;
}

function groupOf(resource: Resource): string {
  return resource.group.replaceAll('{domain}', defaultDomain);
}

function metaRules({ scope, nameRule }: Resource) {
  return { isNamespaced: scope === 'Namespaced', ...(nameRule !== undefined && { nameRule }) };
}
