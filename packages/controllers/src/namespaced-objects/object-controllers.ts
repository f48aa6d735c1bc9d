/**
 * The service account controller, which keeps the `default` service account of each namespace, and the root CA
 * publisher, which keeps the config map with the authority of this server.
 */
import { isDeepStrictEqual } from 'node:util';

import { createDirectWriter } from '../client/direct-writer.ts';
import { controllerCaller, type ControllerParts } from '../controller.ts';
import type { ControllerContext, ControllerDefinition, LedController } from '../frame/definition.ts';
import {
  makeMissingObjects,
  startObjectController,
  type ObjectController,
  type ObjectPerNamespace,
} from './object-per-namespace.ts';

const names = ['serviceaccount', 'root-ca-cert-publisher'] as const;
type Name = (typeof names)[number];

/** Only pods read it, so that a namespace that is deleted within seconds is spared the write. */
const authoritySettleMs = 5_000;

/** For those who come upon the config map. */
const authorityDescription =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.';

interface KeptObject {
  /** The account that keeps it. */
  readonly account: string;
  readonly wanted: ObjectPerNamespace;
}

function keptObjects(authority: () => string): Readonly<Record<Name, KeptObject>> {
  return {
    serviceaccount: {
      account: 'service-account-controller',
      wanted: {
        queue: 'serviceaccount',
        isStored: ({ purpose }) => purpose?.kind === 'serviceAccount',
        name: 'default',
        content: () => ({}),
        settleMs: 0,
      },
    },
    'root-ca-cert-publisher': {
      account: 'root-ca-cert-publisher',
      wanted: {
        queue: 'root_ca_cert_publisher',
        isStored: ({ purpose }) => purpose?.kind === 'authorityBundle',
        name: 'kube-root-ca.crt',
        content: () => ({ data: { 'ca.crt': authority() } }),
        annotations: { 'kubernetes.io/description': authorityDescription },
        isGood: ({ data }) => isDeepStrictEqual(data, { 'ca.crt': authority() }),
        advice:
          'clients have to trust all replicas alike: start them with the same --tls-cert-file and --tls-private-key-file',
        settleMs: authoritySettleMs,
      },
    },
  };
}

export const objectControllers: readonly ControllerDefinition[] = names.map((name) => ({
  name,
  account: keptObjects(() => '')[name].account,
  workers: 5,
  start: (context) => startWhenSynced(context, name),
}));

function startWhenSynced(context: ControllerContext, name: Name): LedController {
  const { informers, client, kinds, record, workers, logger, credentials } = context;
  let running: ObjectController | undefined;
  let unfollow: (() => void) | undefined;
  let isStopped = false;
  const start = (): void => {
    const publishes = name === 'root-ca-cert-publisher';
    // Nothing is published where no authority is known.
    if (isStopped || (publishes && credentials === undefined)) return;
    const { wanted } = keptObjects(() => credentials?.authority() ?? '')[name];
    const controller = startObjectController({ informers, client, record, workers, logger }, wanted);
    running = controller;
    if (publishes) unfollow = credentials?.followAuthority?.(() => controller.renew());
  };
  informers.informer(kinds.namespaces).whenSynced().then(start, start);
  return {
    check: () => undefined,
    stop: async () => {
      isStopped = true;
      unfollow?.();
      await running?.stop();
    },
  };
}

export interface FirstObjectsParts extends ControllerParts {
  /** The names of the controllers that are to run; names that are not of this file are ignored. */
  readonly chosen: readonly string[];
  /** The current authority that clients have to trust, in PEM. */
  readonly authority: () => string;
}

/**
 * Makes what is missing in the namespaces that are there, so that a server that is ready has it: its controllers begin
 * afterwards, on one replica. What is there stays as it is. Resolves when each has been tried.
 */
export async function makeFirstObjects({ chosen, authority, ...parts }: FirstObjectsParts): Promise<void> {
  const all = keptObjects(authority);
  const made = names
    .filter((name) => chosen.includes(name))
    .map((name) => {
      const { account, wanted } = all[name];
      const client = createDirectWriter(parts.registry, controllerCaller(account));
      return makeMissingObjects({ ...parts, client }, wanted);
    });
  await Promise.all(made);
}
