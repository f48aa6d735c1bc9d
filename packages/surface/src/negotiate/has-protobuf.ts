/** Protobuf needs numbers of fields, which the schemas of custom resources do not give. */
import type { RequestTarget } from '@keelson/meta';

/** Of whole objects; their metadata, and what is served of another kind, such as a Scale, has numbers. */
export function hasProtobuf({ resource, subresource }: RequestTarget): boolean {
  if (resource.custom === undefined) return true;
  return subresource !== undefined && resource.subresources[subresource]?.servedAs !== undefined;
}
