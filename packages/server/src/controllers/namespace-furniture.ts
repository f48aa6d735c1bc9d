/**
 * The objects that each namespace gets: the `default` service account, and the config map with the
 * authority of this server.
 */
import { isDeepStrictEqual } from 'node:util';

import type { Informers } from '@keelson/informers';
import type { Registry } from '@keelson/registry';
import type { Logger } from '@keelson/telemetry';

import { furnishNamespaces, type Furnishing } from './furnish-namespaces.ts';

/** By the names that operators know. */
export const furnishers = ['serviceaccount', 'root-ca-cert-publisher'] as const;
export type FurnisherName = (typeof furnishers)[number];

export interface FurnitureParts {
  readonly informers: Informers;
  readonly registry: Registry;
  readonly names: readonly FurnisherName[];
  /** In PEM: what clients have to trust, at this moment. */
  readonly authority: () => string;
  readonly logger: Logger;
}

export interface Furniture {
  /** Resolves when the namespaces that were there at first have been looked after. */
  readonly whenBegun: Promise<void>;
  /** The authority is another one from now on. */
  renewAuthority(): void;
  stop(): void;
}

/** Only pods read it, so that a namespace that is deleted within seconds is spared the write. */
const authoritySettleMs = 5_000;

export function startFurniture({ informers, registry, names, authority, logger }: FurnitureParts): Furniture {
  const all: Readonly<Record<FurnisherName, Furnishing>> = {
    serviceaccount: {
      controller: 'service-account-controller',
      isStored: ({ holdsAccounts }) => holdsAccounts === true,
      name: 'default',
      content: () => ({}),
      settleMs: 0,
    },
    'root-ca-cert-publisher': {
      controller: 'root-ca-cert-publisher',
      isStored: ({ group, plural }) => group === '' && plural === 'configmaps',
      name: 'kube-root-ca.crt',
      content: () => ({ data: { 'ca.crt': authority() } }),
      isGood: ({ data }) => isDeepStrictEqual(data, { 'ca.crt': authority() }),
      advice:
        'clients have to trust all replicas alike: start them with the same --tls-cert-file and --tls-private-key-file',
      settleMs: authoritySettleMs,
    },
  };
  const running = names.map((name) => furnishNamespaces({ informers, registry, logger }, all[name]));
  return {
    whenBegun: Promise.all(running.map(({ whenBegun }) => whenBegun)).then(() => undefined),
    renewAuthority: () => {
      for (const furnisher of running) furnisher.renew();
    },
    stop: () => {
      for (const furnisher of running) furnisher.stop();
    },
  };
}
