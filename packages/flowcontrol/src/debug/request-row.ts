/** The columns that say what a request is about. */
import type { FlowRequest } from '../flow-request.ts';

export const requestColumns = [
  'UserName',
  'Verb',
  'APIPath',
  'Namespace',
  'Name',
  'APIVersion',
  'Resource',
  'SubResource',
] as const;

export function describeRequest({ user, attributes, url }: FlowRequest): readonly string[] {
  if (attributes.kind === 'path') return [user.name, attributes.verb, attributes.path, '', '', '', '', ''];
  const { verb, namespace, name, group, version, resource, subresource } = attributes;
  const apiVersion = group === '' ? version : `${group}/${version}`;
  return [user.name, verb, url.path, namespace, name, apiVersion, resource, subresource];
}
