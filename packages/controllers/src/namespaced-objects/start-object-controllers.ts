/**
 * The service account controller, which keeps the `default` service account of each namespace, and the root CA
 * publisher, which keeps the config map with the authority of this server.
 */
import { isDeepStrictEqual } from 'node:util';

import type { Controller, ControllerParts } from '../controller.ts';
import { startObjectController } from './object-per-namespace.ts';
import type { ObjectPerNamespace } from './object-per-namespace.ts';

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

export function startObjectControllers({ names, authority, ...parts }: ObjectControllersParts): ObjectControllers {
  const all: Readonly<Record<OptionalController, ObjectPerNamespace>> = {
    serviceaccount: {
      queue: 'serviceaccount',
      controller: 'service-account-controller',
      isStored: ({ purpose }) => purpose?.kind === 'serviceAccount',
      name: 'default',
      content: () => ({}),
      settleMs: 0,
    },
    'root-ca-cert-publisher': {
      queue: 'root_ca_cert_publisher',
      controller: 'root-ca-cert-publisher',
      isStored: ({ purpose }) => purpose?.kind === 'authorityBundle',
      name: 'kube-root-ca.crt',
      content: () => ({ data: { 'ca.crt': authority() } }),
      isGood: ({ data }) => isDeepStrictEqual(data, { 'ca.crt': authority() }),
      advice:
        'clients have to trust all replicas alike: start them with the same --tls-cert-file and --tls-private-key-file',
      settleMs: authoritySettleMs,
    },
  };
  const running = names.map((name) => startObjectController(parts, all[name]));
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
