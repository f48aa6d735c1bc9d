/** References to a field or a resource of the pod itself. */
import { field, message, quantity, required, string, type TypeOf } from '@keelson/schema';

export const ObjectFieldSelector = message(
  'io.k8s.api.core.v1.ObjectFieldSelector',
  {
    apiVersion: field(1, string, { default: 'v1', about: 'API version the path is written for; v1 by default.' }),
    fieldPath: required(2, string, { about: "Path of the field, such as metadata.labels['app']." }),
  },
  { about: 'Picks a field of the pod.', structType: 'atomic' },
);
export type ObjectFieldSelector = TypeOf<typeof ObjectFieldSelector>;

export const ResourceFieldSelector = message(
  'io.k8s.api.core.v1.ResourceFieldSelector',
  {
    containerName: field(1, string, {
      about: 'Container to look at; required in volumes, otherwise the container itself by default.',
    }),
    resource: required(2, string, { about: 'Amount to pick, such as limits.cpu or requests.memory.' }),
    divisor: field(3, quantity, {
      about: 'Unit of the output, such as 1Mi; the amount is divided by it and rounded up. 1 by default.',
    }),
  },
  { about: 'Picks a resource amount of a container.', structType: 'atomic' },
);
export type ResourceFieldSelector = TypeOf<typeof ResourceFieldSelector>;
