/**
 * The service account controller, which keeps the `default` service account of each namespace, and the root CA
 * publisher, which keeps the config map with the authority of this server.
 */
import { isDeepStrictEqual } from 'node:util';

import { createDirectWriter } from '../client/direct-writer.ts';
import { controllerCaller, type Controller, type ControllerParts } from '../controller.ts';
import type { ControllerContext, ControllerDefinition, LedController } from '../frame/definition.ts';
import { startObjectController, type ObjectController, type ObjectPerNamespace } from './object-per-namespace.ts';

/** By the names that operators know from kube-controller-manager. */
export const optionalControllers = ['serviceaccount', 'root-ca-cert-publisher'] as const;
export type OptionalController = (typeof optionalControllers)[number];

export interface ObjectControllersParts extends ControllerParts {
  readonly names: readonly OptionalController[];
  /** In PEM: the authority that clients have to trust, at this moment. */
  readonly authority: () => string;
}

export interface ObjectControllers extends Controller {
  /** Resolves when the namespaces that were there at first have been handled. */
  readonly whenBegun: Promise<void>;
  /** To be called when the authority has changed. */
  renewAuthority(): void;
}

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

function keptObjects(authority: () => string): Readonly<Record<OptionalController, KeptObject>> {
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

/** The same for a process that leads: it starts them once it knows the namespaces. */
export const objectControllers: readonly ControllerDefinition[] = optionalControllers.map((name) => ({
  name,
  account: keptObjects(() => '')[name].account,
  workers: 5,
  start: (context) => startWhenSynced(context, name),
}));

function startWhenSynced(context: ControllerContext, name: OptionalController): LedController {
  const { informers, client, kinds, record, logger, credentials } = context;
  let running: ObjectController | undefined;
  let isStopped = false;
  const start = (): void => {
    const publishes = name === 'root-ca-cert-publisher';
    // Nothing is published where no authority is known.
    if (isStopped || (publishes && credentials === undefined)) return;
    const { wanted } = keptObjects(() => credentials?.authority() ?? '')[name];
    running = startObjectController({ informers, client, record, logger }, wanted);
  };
  informers.informer(kinds.namespaces).whenSynced().then(start, start);
  return {
    check: () => undefined,
    stop: async () => {
      isStopped = true;
      await running?.stop();
    },
  };
}

export function startObjectControllers({ names, authority, ...parts }: ObjectControllersParts): ObjectControllers {
  const all = keptObjects(authority);
  const running = names.map((name) => {
    const { account, wanted } = all[name];
    return startObjectController(
      { ...parts, client: createDirectWriter(parts.registry, controllerCaller(account)) },
      wanted,
    );
  });
  return {
    whenBegun: Promise.all(running.map(({ whenBegun }) => whenBegun)).then(() => undefined),
    renewAuthority: () => {
      for (const controller of running) controller.renew();
    },
    stop: async () => {
      await Promise.all(running.map((controller) => controller.stop()));
    },
  };
}
