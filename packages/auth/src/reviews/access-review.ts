/** Access reviews: the attributes and user of the spec, and the status. */
import type { RequestAttributes, UserInfo } from '@keelson/meta';

import type { Decision } from '../authorization/authorizer.ts';

export interface AccessSpec {
  readonly resourceAttributes?: Partial<Record<ResourceField, string>> | undefined;
  readonly nonResourceAttributes?: { readonly path?: string; readonly verb?: string } | undefined;
  readonly user?: string | undefined;
  readonly groups?: readonly string[] | undefined;
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly uid?: string | undefined;
}

type ResourceField = 'namespace' | 'verb' | 'group' | 'version' | 'resource' | 'subresource' | 'name';

export interface AccessStatus {
  readonly allowed: boolean;
  readonly denied?: true;
  readonly reason?: string;
  readonly evaluationError?: string;
}

export function attributesOfReview({ resourceAttributes, nonResourceAttributes }: AccessSpec): RequestAttributes {
  if (resourceAttributes === undefined) {
    const { path = '', verb = '' } = nonResourceAttributes ?? {};
    return { kind: 'path', path, verb };
  }
  const nothing = { namespace: '', verb: '', group: '', version: '', resource: '', subresource: '', name: '' };
  return { kind: 'resource', ...nothing, ...resourceAttributes };
}

export function userOfReview({ user = '', groups = [], extra, uid }: AccessSpec): UserInfo {
  return { name: user, groups, ...(uid !== undefined && { uid }), ...(extra !== undefined && { extra }) };
}

export function statusOfDecision({ verdict, reason, error }: Decision): AccessStatus {
  return {
    allowed: verdict === 'allow',
    ...(verdict === 'deny' && { denied: true }),
    ...(reason !== undefined && reason !== '' && { reason }),
    ...(error !== undefined && { evaluationError: error }),
  };
}
