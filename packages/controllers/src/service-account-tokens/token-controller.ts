/**
 * Token controller: fills in Secrets that hold the token of a service account, and deletes them with their account. It
 * makes no Secret of its own accord, since pods have tokens that expire, unless
 * LegacyServiceAccountTokenNoAutoGeneration is turned off.
 */
import type { Secret, ServiceAccount } from '@keelson/api';
import {
  objectKey,
  splitObjectKey,
  type CachedObject,
  type IndexFunction,
  type ReconcileResult,
} from '@keelson/informers';

import { isConflict, isNotFound, refusedError } from '../client/controller-client.ts';
import type { ControllerContext, ControllerDefinition, LedController } from '../frame/definition.ts';
import { startReconciler } from '../frame/reconciler.ts';
import { sharedIndex } from '../frame/shared-index.ts';
import { syncReferences } from './account-references.ts';
import { fillInToken } from './fill-in-token.ts';
import type { TokenParts } from './token-parts.ts';
import { accountNameOf, accountUidOf, isTokenSecret, type CachedTokenSecret } from './token-secret.ts';

const name = 'serviceaccount-token';

export const tokenController: ControllerDefinition = {
  name,
  account: 'tokens-controller',
  user: 'system:kube-controller-manager',
  workers: 5,
  start: startTokenController,
};

function startTokenController(context: ControllerContext): LedController {
  const { informers, kinds } = context;
  const secrets = informers.informer<Secret>(kinds.secrets);
  const accounts = informers.informer<ServiceAccount>(kinds.serviceAccounts);
  const parts: TokenParts = { context, secrets, accounts };
  const queues = [startSecretQueue(parts), startAccountQueue(parts)];
  return {
    check: () => queues.map((each) => each.check()).find((reason) => reason !== undefined),
    stop: async () => {
      await Promise.all(queues.map((each) => each.stop()));
    },
  };
}

function startSecretQueue(parts: TokenParts): LedController {
  const { context, secrets, accounts } = parts;
  const secretsByAccount = sharedIndex(secrets, accountKeysOf);
  const reconciler = startReconciler(context, {
    queue: 'serviceaccount_tokens_secret',
    name,
    informers: [secrets, accounts],
    reconcile: (key) => syncSecret(parts, key),
  });
  const { queue } = reconciler;
  const enqueue = (secret: CachedTokenSecret): void => {
    if (accountNameOf(secret) !== '') queue.add(objectKey(secret));
  };
  reconciler.onStop(secrets.addHandler({ onAdd: enqueue, onUpdate: (_, secret) => enqueue(secret) }));
  const enqueueTokensOf = (account: CachedObject<ServiceAccount>): void => {
    for (const secret of secretsByAccount.get(objectKey(account))) enqueue(secret);
  };
  reconciler.onStop(
    accounts.addHandler({
      onUpdate: (old, account) => {
        if (old.head.uid !== account.head.uid) enqueueTokensOf(account);
      },
      onDelete: enqueueTokensOf,
    }),
  );
  return reconciler;
}

/** Keeps what accounts refer to: see `syncReferences`. */
function startAccountQueue(parts: TokenParts): LedController {
  const { context, secrets, accounts } = parts;
  /** By account. */
  const gone = new Map<string, Set<string>>();
  const isAutomatic = context.gatesOff.has('LegacyServiceAccountTokenNoAutoGeneration');
  // Another process may have the key.
  const makesSecrets = isAutomatic && context.credentials?.issueSecretToken !== undefined;
  const reconciler = startReconciler(context, {
    queue: 'serviceaccount_tokens_service',
    name,
    informers: [secrets, accounts],
    reconcile: async (key) => {
      const account = accounts.get(splitObjectKey(key));
      const names = gone.get(key) ?? new Set();
      const result = account && (await syncReferences(parts, account, { makesSecrets, gone: names }));
      if (result === undefined && gone.get(key) === names) gone.delete(key);
      return result;
    },
  });
  const { queue } = reconciler;
  const enqueue = (account: CachedObject<ServiceAccount>): void => queue.add(objectKey(account));
  if (makesSecrets)
    reconciler.onStop(accounts.addHandler({ onAdd: enqueue, onUpdate: (_, account) => enqueue(account) }));
  reconciler.onStop(
    secrets.addHandler({
      onDelete: (secret) => {
        const account = accounts.get({ namespace: secret.namespace, name: accountNameOf(secret) });
        if (account === undefined || !isTokenSecret(secret)) return;
        const key = objectKey(account);
        gone.set(key, new Set(gone.get(key)).add(secret.name));
        queue.add(key);
      },
    }),
  );
  return reconciler;
}

/** By the account that a Secret names, whatever its type: that is decoded where it matters. */
const accountKeysOf: IndexFunction<Secret> = (secret) => {
  const account = accountNameOf(secret);
  return account === '' ? [] : [objectKey({ namespace: secret.namespace, name: account })];
};

async function syncSecret(parts: TokenParts, key: string): Promise<ReconcileResult | undefined> {
  const secret = parts.secrets.get(splitObjectKey(key));
  if (secret === undefined || secret.head.deletionTimestamp !== undefined || !isTokenSecret(secret)) return undefined;
  const account = await findAccount(parts, secret);
  if (account === undefined) return deleteToken(parts, secret);
  return fillInToken(parts.context, secret, account);
}

/** The account is asked for as of now where the informer does not know it: it may have come after its Secret. */
async function findAccount(
  { accounts, context }: TokenParts,
  secret: CachedTokenSecret,
): Promise<CachedObject<ServiceAccount> | undefined> {
  const place = { namespace: secret.namespace, name: accountNameOf(secret) };
  const uid = accountUidOf(secret);
  const isMeant = ({ head }: CachedObject<ServiceAccount>): boolean => uid === '' || uid === head.uid;
  const known = accounts.get(place);
  if (known !== undefined && isMeant(known)) return known;
  const found = await context.client.get<ServiceAccount>({ resource: context.kinds.serviceAccounts, ...place });
  if (found.ok) return isMeant(found.object) ? found.object : undefined;
  if (isNotFound(found)) return undefined;
  throw refusedError(found);
}

async function deleteToken(
  { context: { client, kinds } }: TokenParts,
  { namespace, name: secretName, head, version }: CachedTokenSecret,
): Promise<ReconcileResult | undefined> {
  const wish = { uid: head.uid, resourceVersion: String(version.revision) };
  const deleted = await client.delete({ resource: kinds.secrets, namespace, name: secretName }, wish);
  if (deleted.ok || isNotFound(deleted)) return undefined;
  if (isConflict(deleted)) return { backsOff: true };
  throw refusedError(deleted);
}
