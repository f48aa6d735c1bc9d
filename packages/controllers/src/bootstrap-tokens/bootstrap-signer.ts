/**
 * Bootstrap signer: signs the kubeconfig that newcomers read without credentials (`cluster-info` in `kube-public`) with
 * each bootstrap token that may sign, so that one who has the token knows that the authority in it is genuine.
 */
import { createHmac } from 'node:crypto';

import type { ConfigMap, Secret } from '@keelson/api';
import type { ReconcileResult } from '@keelson/informers';

import { isConflict, isNotFound, refusedError } from '../client/controller-client.ts';
import type { ControllerContext, ControllerDefinition, LedController } from '../frame/definition.ts';
import { startReconciler } from '../frame/reconciler.ts';
import {
  bootstrapNamespace,
  expiryMsOf,
  signingTokenOf,
  type CachedBootstrapSecret,
  type SigningToken,
} from './bootstrap-secret.ts';
import { clusterInfoKey, clusterInfoPlace } from './cluster-info.ts';

const name = 'bootstrapsigner';

export const bootstrapSigner: ControllerDefinition = {
  name,
  isOffByDefault: true,
  account: 'bootstrap-signer',
  workers: 1,
  start: startBootstrapSigner,
};

const signaturePrefix = 'jws-kubeconfig-';
/** The one key of the queue. */
const clusterInfo = 'cluster-info';
const longestWaitMs = 24 * 3_600_000;

function startBootstrapSigner(context: ControllerContext): LedController {
  const { informers, kinds, clock } = context;
  const isClusterInfo = (each: { readonly namespace: string; readonly name: string }): boolean =>
    each.namespace === clusterInfoPlace.namespace && each.name === clusterInfoPlace.name;
  const maps = informers.informerOfNames<ConfigMap>(kinds.configMaps, isClusterInfo);
  const secrets = informers.informer<Secret>(kinds.secrets);
  const ofSystem = (): CachedBootstrapSecret[] =>
    [...secrets.list()].filter(({ namespace }) => namespace === bootstrapNamespace);
  const reconciler = startReconciler(context, {
    queue: 'bootstrap_signer_queue',
    name,
    informers: [maps, secrets],
    reconcile: async () => {
      const map = maps.get(clusterInfoPlace);
      if (map?.decoded.ok !== true) return undefined;
      const nowMs = clock.wallMs();
      const known = ofSystem();
      const tokens = known.flatMap((secret) => signingTokenOf(secret, nowMs) ?? []);
      const result = await sign(context, map.decoded.object, tokens);
      return result ?? untilNextExpiry(known, nowMs);
    },
  });
  const enqueue = (): void => reconciler.queue.add(clusterInfo);
  const enqueueFor = ({ namespace }: CachedBootstrapSecret): void => {
    if (namespace === bootstrapNamespace) enqueue();
  };
  reconciler.onStop(maps.addHandler({ onAdd: enqueue, onUpdate: enqueue }));
  reconciler.onStop(
    secrets.addHandler({ onAdd: enqueueFor, onUpdate: (_, secret) => enqueueFor(secret), onDelete: enqueueFor }),
  );
  reconciler.onStop(() => maps.stop());
  return reconciler;
}

function untilNextExpiry(secrets: readonly CachedBootstrapSecret[], nowMs: number): ReconcileResult | undefined {
  const waits = secrets.map((secret) => (expiryMsOf(secret) ?? 0) - nowMs).filter((waitMs) => waitMs > 0);
  return waits.length === 0 ? undefined : { requeueAfterMs: Math.min(...waits, longestWaitMs) };
}

async function sign(
  { client, kinds }: ControllerContext,
  map: ConfigMap,
  tokens: readonly SigningToken[],
): Promise<ReconcileResult | undefined> {
  const { data = {} } = map;
  const content = Object.hasOwn(data, clusterInfoKey) ? data[clusterInfoKey] : undefined;
  if (content === undefined) return undefined;
  const others = Object.entries(data).filter(([key]) => !key.startsWith(signaturePrefix));
  const signatures = tokens.map((token) => [`${signaturePrefix}${token.id}`, signatureOf(content, token)] as const);
  const signed: Readonly<Record<string, string>> = Object.fromEntries([...others, ...signatures]);
  const isSame = ([key, text]: readonly [string, string]): boolean => Object.hasOwn(data, key) && data[key] === text;
  if (Object.keys(data).length === Object.keys(signed).length && Object.entries(signed).every(isSame)) return undefined;
  const written = await client.update({ resource: kinds.configMaps, ...clusterInfoPlace }, { ...map, data: signed });
  if (written.ok || isNotFound(written)) return undefined;
  if (isConflict(written)) return { backsOff: true };
  throw refusedError(written);
}

/** RFC 7515, appendix F: a signature whose content stands elsewhere. */
function signatureOf(content: string, { id, secret }: SigningToken): string {
  const header = Buffer.from(JSON.stringify({ alg: 'HS256', kid: id })).toString('base64url');
  const payload = Buffer.from(content).toString('base64url');
  const signature = createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url');
  return `${header}..${signature}`;
}
