/**
 * The Secrets that a service account refers to: a reference to a token goes with its Secret, and where
 * LegacyServiceAccountTokenNoAutoGeneration is turned off, each account has a token, as in releases before 1.24.
 */
import type { Secret, ServiceAccount } from '@keelson/api';
import type { CachedObject, ReconcileResult } from '@keelson/informers';

import { isConflict, isNamespaceEnding, isNotFound, refusedError } from '../client/controller-client.ts';
import { fillInToken } from './fill-in-token.ts';
import type { TokenParts } from './token-parts.ts';
import { accountNameAnnotation, accountUidAnnotation, accountUidOf, isTokenSecret, tokenType } from './token-secret.ts';

type Account = CachedObject<ServiceAccount>;
type References = NonNullable<ServiceAccount['secrets']>;

export interface Wish {
  readonly makesSecrets: boolean;
  /** The names of deleted Secrets with tokens. Other references are their author's: they may be ahead of their Secret. */
  readonly gone: ReadonlySet<string>;
}

export async function syncReferences(
  parts: TokenParts,
  known: Account,
  wish: Wish,
): Promise<ReconcileResult | undefined> {
  const account = await findLive(parts, known);
  if (account === undefined) return undefined;
  const before = account.object.secrets ?? [];
  const kept = before.filter(({ name = '' }) => !wish.gone.has(name));
  if (wish.makesSecrets && !(await hasToken(parts, account, kept))) {
    const made = await makeSecret(parts, account);
    return made && writeReferences(parts, account, [...kept, { name: made.name }], made);
  }
  return kept.length === before.length ? undefined : writeReferences(parts, account, kept);
}

async function findLive({ context: { client, kinds } }: TokenParts, known: Account): Promise<Account | undefined> {
  const { namespace, name, head } = known;
  const reply = await client.get<ServiceAccount>({ resource: kinds.serviceAccounts, namespace, name });
  if (!reply.ok && !isNotFound(reply)) throw refusedError(reply);
  const isMeant = reply.ok && reply.object.head.uid === head.uid && reply.object.head.deletionTimestamp === undefined;
  return isMeant ? reply.object : undefined;
}

/** `made` is deleted where nothing comes to refer to it: the next attempt makes another one. */
async function writeReferences(
  { context }: TokenParts,
  { namespace, name, object }: Account,
  secrets: References,
  made?: CachedObject<Secret>,
): Promise<ReconcileResult | undefined> {
  const target = { resource: context.kinds.serviceAccounts, namespace, name };
  const written = await context.client.update(target, { ...object, secrets });
  if (written.ok) return undefined;
  if (made !== undefined) await remove(context, made);
  if (isNotFound(written)) return undefined;
  if (isConflict(written)) return { backsOff: true };
  throw refusedError(written);
}

/** A Secret that the informer does not know is asked for: it may have been made just now. */
async function hasToken(
  { secrets, context }: TokenParts,
  { namespace, head }: Account,
  references: References,
): Promise<boolean> {
  for (const { name = '' } of references) {
    const secret = secrets.get({ namespace, name }) ?? (await findSecret(context, namespace, name));
    if (secret !== undefined && isTokenSecret(secret) && accountUidOf(secret) === head.uid) return true;
  }
  return false;
}

async function findSecret(
  { client, kinds }: TokenParts['context'],
  namespace: string,
  name: string,
): Promise<CachedObject<Secret> | undefined> {
  if (name === '') return undefined;
  const reply = await client.get<Secret>({ resource: kinds.secrets, namespace, name });
  if (!reply.ok && !isNotFound(reply)) throw refusedError(reply);
  return reply.ok ? reply.object : undefined;
}

/** It is filled in before the account refers to it, since a kubelet mounts what it finds. */
async function makeSecret({ context }: TokenParts, account: Account): Promise<CachedObject<Secret> | undefined> {
  const { client, kinds } = context;
  const { namespace, name, head } = account;
  const annotations = { [accountNameAnnotation]: name, [accountUidAnnotation]: head.uid };
  const metadata = { generateName: `${name}-token-`, namespace, annotations };
  const created = await client.create<Secret>(
    { resource: kinds.secrets, namespace, name: '' },
    { metadata, type: tokenType },
  );
  if (created.ok) {
    try {
      await fillInToken(context, created.object, account);
    } catch (error) {
      await remove(context, created.object);
      throw error;
    }
    return created.object;
  }
  if (isNamespaceEnding(created)) return undefined;
  throw refusedError(created);
}

async function remove({ client, kinds }: TokenParts['context'], secret: CachedObject<Secret>): Promise<void> {
  const { namespace, name, head } = secret;
  await client.delete({ resource: kinds.secrets, namespace, name }, { uid: head.uid });
}
