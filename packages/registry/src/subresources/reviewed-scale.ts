/** A Scale with the owners of its number, as admission plugins and an apply see it. */
import { groupVersion, type JsonValue } from '@keelson/schema';

import type { Form, Outcome } from '../contract.ts';
import { setOrDelete, type ApiObject } from '../objects/api-object.ts';
import type { Current } from '../write/current.ts';
import { valueAt } from '../write/restrict.ts';
import { scaleOf, type Scale, type ScalePaths } from './scale.ts';

export interface ScaleWrite {
  readonly paths: ScalePaths;
  readonly form: Form;
  /** The configuration of an apply; undefined for other writes. */
  readonly applied?: () => Outcome<JsonValue>;
}

export function reviewedScale({ paths, form }: ScaleWrite, current: Current): Scale {
  const scale = scaleOf(current, paths, form);
  setOrDelete(scale.metadata, 'managedFields', ownersOfReplicas(current.object, paths, form));
  return scale;
}

/** Owners of the number in the object own it in the Scale. */
function ownersOfReplicas(
  { metadata }: ApiObject,
  { replicas }: ScalePaths,
  form: Form,
): ApiObject['metadata']['managedFields'] {
  const path = replicas.split('.').map((field) => `f:${field}`);
  const owners = metadata.managedFields?.filter(
    ({ fieldsV1 }) => valueAt({ fieldsV1 }, ['fieldsV1', ...path]) !== undefined,
  );
  if (owners === undefined || owners.length === 0) return undefined;
  const fieldsV1 = { 'f:spec': { 'f:replicas': {} } };
  return owners.map((owner) => ({ ...owner, apiVersion: groupVersion(form), fieldsV1 }));
}
