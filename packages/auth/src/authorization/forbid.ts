/** The Forbidden status, with the message that clients know. */
import type { Decision } from './authorizer.ts';
import { forbidden, internalError, type RequestAttributes, type Status, type UserInfo } from '@keelson/meta';

/** An authorizer that failed has not refused, so that is an internal error. */
export function forbid(user: UserInfo, attributes: RequestAttributes, { reason, error }: Decision): Status {
  if (error !== undefined) return internalError(error);
  const because = reason === undefined || reason === '' ? '' : `: ${reason}`;
  const who = `User ${JSON.stringify(user.name)} cannot ${attributes.verb}`;
  if (attributes.kind === 'path') {
    return forbidden({ group: '', resource: '' }, '', `${who} path ${JSON.stringify(attributes.path)}${because}`);
  }
  const { group, resource, subresource, namespace, name } = attributes;
  const what = JSON.stringify(subresource === '' ? resource : `${resource}/${subresource}`);
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${JSON.stringify(namespace)}`;
  const why = `${who} resource ${what} in API group ${JSON.stringify(group)} ${where}${because}`;
  return forbidden({ group, resource }, name, why);
}
