/** The annotation that tells whether an object was created while a feature gate was on. */
import type { FieldGates, Resource } from '@keelson/schema';

import type { ApiObject } from '../objects/api-object.ts';

/** Changes the metadata of `object`, whose annotations may be shared with others. */
export function applyGatedAnnotation(
  { gatedAnnotation: gated }: Resource,
  gates: Pick<FieldGates, 'isOn'>,
  { metadata }: ApiObject,
  old?: ApiObject,
): void {
  if (gated === undefined) return;
  const { name, featureGate } = gated;
  const { annotations } = metadata;
  if (gates.isOn(featureGate)) {
    if (old === undefined) metadata.annotations = { ...annotations, [name]: '' };
    return;
  }
  if (annotations?.[name] === undefined || old?.metadata.annotations?.[name] !== undefined) return;
  const { [name]: _, ...rest } = annotations;
  if (Object.keys(rest).length > 0) metadata.annotations = rest;
  else delete metadata.annotations;
}
