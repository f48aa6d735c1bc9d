/** Reads the impersonation headers of a request. Authorization is not decided here. */
import type { Impersonation } from '@keelson/auth';

import { hasPrefix, unescapeKey, valuesBehind, valuesOf } from './headers.ts';

export type ImpersonationWish =
  | { readonly kind: 'none' }
  | { readonly kind: 'wish'; readonly impersonation: Impersonation }
  /** Groups, uid or extra without a user. Clients know the message. */
  | { readonly kind: 'nobody'; readonly message: string }
  /** Several users, and the one that a proxy before us checked is unknown. */
  | { readonly kind: 'ambiguous'; readonly message: string };

const none: ImpersonationWish = { kind: 'none' };
const prefix = 'impersonate-';

export function readImpersonation(rawHeaders: readonly string[], domain: string): ImpersonationWish {
  if (!hasPrefix(rawHeaders, prefix)) return none;
  const [user = '', ...moreUsers] = valuesOf(rawHeaders, 'impersonate-user');
  const [uid = '', ...moreUids] = valuesOf(rawHeaders, 'impersonate-uid');
  if (moreUsers.length > 0) return ambiguous('Impersonate-User');
  if (moreUids.length > 0) return ambiguous('Impersonate-Uid');
  const impersonation = {
    user,
    groups: valuesOf(rawHeaders, 'impersonate-group'),
    extra: valuesBehind(rawHeaders, 'impersonate-extra-').map(([key, value]) => [unescapeKey(key), value] as const),
    ...(uid !== '' && { uid }),
  };
  if (user !== '') return { kind: 'wish', impersonation };
  const references = referencesOf(impersonation, domain);
  if (references.length === 0) return none;
  return { kind: 'nobody', message: `requested [${references.join(' ')}] without impersonating a user` };
}

function ambiguous(header: string): ImpersonationWish {
  return { kind: 'ambiguous', message: `the header ${header} was given more than once` };
}

/** As references to objects are printed: kind, namespace, name, uid, apiVersion, resourceVersion and fieldPath. */
function referencesOf({ groups, extra, uid }: Impersonation, domain: string): string[] {
  const version = `authentication.${domain}/v1`;
  return [
    ...groups.map((name) => `{Group  ${name}    }`),
    ...extra.map(([key, value]) => `{UserExtra  ${value}  ${version}  ${key}}`),
    ...(uid === undefined ? [] : [`{UID  ${uid}  ${version}  }`]),
  ];
}
