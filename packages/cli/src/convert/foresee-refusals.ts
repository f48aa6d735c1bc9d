/** The rules of a version that a server will hold against an object which is created in it. */
import { validateNewObject, type ObjectMeta } from '@keelson/meta';
import { applyDefaults, convertObject, createReport, type Resource, type Scheme, type TypeMeta } from '@keelson/schema';

import { copyOf } from './copy-of.ts';

interface Named extends TypeMeta {
  metadata?: ObjectMeta;
}

/** `path: message` for each fault, in the words of the server. Reviews are not stored, and held to no rules of names. */
export function foreseeRefusals(scheme: Scheme, object: TypeMeta, to: Resource): string[] {
  const copy = copyOf(to.message, object) as Named;
  const { metadata } = copy;
  if (metadata === undefined || to.storage.kind !== 'stored') return [];
  copy.metadata = placed(metadata, to);
  applyDefaults(to.message, copy);
  const hub = scheme.storageOf(to);
  // A version may have rules of its own beside those of the stored one.
  const own = createReport();
  if (to !== hub) to.hooks.validateCreate?.(copy as never, own);
  const stored = convertObject(scheme, copy, to, hub) as Named & { metadata: ObjectMeta };
  const ruling = to.hooksOfRequests === undefined ? hub : { ...hub, hooks: to.hooksOfRequests };
  ruling.hooks.prepareForCreate?.(stored as never);
  const issues = [...validateNewObject(ruling, stored), ...own.issues];
  return [...new Set(issues.map(({ path, message }) => `${path}: ${message}`))];
}

/** Manifests may leave the namespace, and the end of the name, to those who apply them. */
function placed(metadata: ObjectMeta, { scope }: Resource): ObjectMeta {
  const { generateName = '', namespace = 'default' } = metadata;
  const name = metadata.name ?? (generateName === '' ? undefined : `${generateName}x`);
  return { ...metadata, ...(name !== undefined && { name }), ...(scope === 'Namespaced' && { namespace }) };
}
