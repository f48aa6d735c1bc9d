/** Removes the fields that nobody owns, because they identify the object or are kept by the server. */
import { difference } from '../field-sets/algebra.ts';
import { namedFields } from '../field-sets/field-set.ts';
import type { FieldSet } from '../field-sets/field-set.ts';

const unowned = namedFields([
  ['apiVersion'],
  ['kind'],
  ['metadata'],
  ['metadata', 'name'],
  ['metadata', 'namespace'],
  ['metadata', 'creationTimestamp'],
  ['metadata', 'selfLink'],
  ['metadata', 'uid'],
  ['metadata', 'clusterName'],
  ['metadata', 'generation'],
  ['metadata', 'managedFields'],
  ['metadata', 'resourceVersion'],
]);

export function stripFields(fields: FieldSet): FieldSet {
  return difference(fields, unowned);
}
