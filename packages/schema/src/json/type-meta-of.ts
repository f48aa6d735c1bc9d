import type { TypeMeta } from '../language/infer.ts';

/** The kind that a value says it is of, whatever the value is: empty where it does not say. */
export function typeMetaOf(value: unknown): Required<TypeMeta> {
  const { apiVersion, kind } = (value ?? {}) as { readonly apiVersion?: unknown; readonly kind?: unknown };
  return { apiVersion: typeof apiVersion === 'string' ? apiVersion : '', kind: typeof kind === 'string' ? kind : '' };
}
