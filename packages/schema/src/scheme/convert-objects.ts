/** Converts many objects of a kind between two versions at once. Some kinds have to ask another server to do it. */
import type { TypeMeta } from '../language/infer.ts';
import type { Resource } from '../language/resource.ts';
import { convertObject } from './convert.ts';
import type { Scheme } from './scheme.ts';

export type ConvertedObjects =
  | { readonly ok: true; readonly objects: readonly TypeMeta[] }
  /** In the words of 1.24, ready for a Status. */
  | { readonly ok: false; readonly message: string };

export interface ConversionVersions {
  readonly from: Resource;
  readonly to: Resource;
}

/** Takes over the objects, as `convertObject` does. In the same order; answers at once unless another server is asked. */
export function convertObjects(
  scheme: Scheme,
  objects: readonly TypeMeta[],
  { from, to }: ConversionVersions,
): ConvertedObjects | Promise<ConvertedObjects> {
  return { ok: true, objects: objects.map((object) => convertObject(scheme, object, from, to)) };
}
