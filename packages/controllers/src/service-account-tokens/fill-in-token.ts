/** Fills in the Secret of a token: the token, its namespace, the authority of the server, and the uid of its account. */
import type { Secret, ServiceAccount } from '@keelson/api';
import type { CachedObject, ReconcileResult } from '@keelson/informers';

import { refusedError } from '../client/controller-client.ts';
import type { ClusterCredentials } from '../frame/cluster-credentials.ts';
import type { ControllerContext } from '../frame/definition.ts';
import { accountNameAnnotation, accountUidAnnotation, accountUidOf, type CachedTokenSecret } from './token-secret.ts';

type Data = Readonly<Record<string, string>>;

export async function fillInToken(
  context: ControllerContext,
  secret: CachedTokenSecret,
  account: CachedObject<ServiceAccount>,
): Promise<ReconcileResult | undefined> {
  const { client, kinds, credentials } = context;
  // Another process may have the key: kube-controller-manager, or `keelson serve` beside this one.
  const issue = credentials?.issueSecretToken;
  if (credentials === undefined || issue === undefined) return undefined;
  const target = { resource: kinds.secrets, namespace: secret.namespace, name: secret.name };
  const authority = toBase64(credentials.authority());
  if (isFilledIn(secret, authority)) return undefined;
  const live = await client.get<Secret>(target);
  if (!live.ok) {
    if (live.status.code === 404) return undefined;
    throw refusedError(live);
  }
  const { object } = live;
  if (object.head.uid !== secret.head.uid || isFilledIn(object, authority)) return undefined;
  const filled = await fill(object, account, { authority, issue });
  const written = await client.update(target, filled);
  // An event tells of what came in between.
  if (written.ok || [404, 409].includes(written.status.code ?? 0)) return undefined;
  throw refusedError(written);
}

interface Filling {
  /** In base64. */
  readonly authority: string;
  readonly issue: NonNullable<ClusterCredentials['issueSecretToken']>;
}

async function fill(
  secret: CachedTokenSecret,
  account: CachedObject<ServiceAccount>,
  { authority, issue }: Filling,
): Promise<object> {
  const { data = {}, metadata } = secret.object;
  const token = textOf(data, 'token') || toBase64(await issue(claimsOf(secret, account)));
  const namespace = textOf(data, 'namespace') || toBase64(secret.namespace);
  const annotations = {
    ...metadata.annotations,
    [accountNameAnnotation]: account.name,
    [accountUidAnnotation]: account.head.uid,
  };
  return {
    ...secret.object,
    metadata: { ...metadata, annotations },
    data: { ...data, 'ca.crt': authority, namespace, token },
  };
}

function isFilledIn(secret: CachedTokenSecret, authority: string): boolean {
  const { data = {} } = secret.object;
  const hasAll = textOf(data, 'token') !== '' && textOf(data, 'namespace') !== '';
  return hasAll && textOf(data, 'ca.crt') === authority && accountUidOf(secret) !== '';
}

function claimsOf({ namespace, name }: CachedTokenSecret, account: CachedObject<ServiceAccount>) {
  return { namespace, account: account.name, accountUid: account.head.uid, secret: name };
}

function textOf(data: Data, key: string): string {
  return Object.hasOwn(data, key) ? (data[key] ?? '') : '';
}

function toBase64(text: string): string {
  return Buffer.from(text).toString('base64');
}
