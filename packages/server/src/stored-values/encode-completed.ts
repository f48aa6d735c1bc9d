/** The JSON that this server would have stored for an object that another server stored. */
import { applyDefaults, convertObject, encodeJson, type Resource, type Scheme, type TypeMeta } from '@keelson/schema';

export interface CompletionParts {
  readonly scheme: Scheme;
  /** Of objects that name none; `IPv4` when absent. */
  readonly addressFamily?: string | undefined;
}

interface CompletedVersions {
  /** The version that the object is in. */
  readonly resource: Resource;
  readonly stored: Resource;
}

/** Takes over the object. */
export function encodeCompleted(
  { scheme, addressFamily = 'IPv4' }: CompletionParts,
  { resource, stored }: CompletedVersions,
  object: TypeMeta,
): string {
  applyDefaults(resource.message, object);
  const converted: TypeMeta = convertObject(scheme, object, resource, stored);
  stored.completeStored?.(converted as never, addressFamily);
  return encodeJson(stored.message, converted);
}
