/** Opens the configured store: encrypted at rest where that is configured, with values in the configured media type. */
import { join } from 'node:path';

import { familyOfNetwork } from '@keelson/registry';
import type { Scheme } from '@keelson/schema';
import {
  encryptStorage,
  openEmbedded,
  openEmbeddedFollower,
  openEtcd,
  parseEncryptionConfiguration,
} from '@keelson/storage';
import type { CredentialSource, EncryptionConfiguration, Storage } from '@keelson/storage';
import type { Metrics } from '@keelson/telemetry';

import type { ServerConfiguration } from './configuration.ts';
import { ConfigurationError } from '@keelson/files';
import { countLeases } from './measure/count-leases.ts';
import { createEncryptionMetrics } from './measure/measure-encryption.ts';
import { transcodeValues } from './stored-values/transcode-values.ts';

export interface OpenStorageParts {
  readonly scheme: Scheme;
  readonly metrics: Metrics;
  readonly storeCredentials: CredentialSource;
}

/** Rejects with a ConfigurationError where the configuration cannot be used. */
export async function openStorage(
  configuration: ServerConfiguration,
  { scheme, metrics, storeCredentials }: OpenStorageParts,
): Promise<Storage> {
  const { store, services, logger } = configuration;
  const { etcd, prefix } = store;
  const storage =
    etcd === undefined
      ? await openEmbeddedIn(configuration)
      : await openEtcd({
          endpoints: etcd.endpoints,
          prefix,
          logger,
          // Exiting would gain nothing: a restarted server waits for the store in the same way.
          openTimeoutMs: Number.POSITIVE_INFINITY,
          onLeaseReplaced: countLeases(metrics),
          credentials: storeCredentials,
        });
  const opened = encrypted(storage, configuration, metrics);
  const [network] = services.addresses;
  return transcodeValues(opened, scheme, store.mediaType, network && familyOfNetwork(network));
}

/** The directory of the embedded store. */
export function embeddedPath({ dataDir }: Pick<ServerConfiguration, 'dataDir'>): string {
  return join(dataDir, 'store');
}

async function openEmbeddedIn(configuration: ServerConfiguration): Promise<Storage> {
  const { store, link, logger } = configuration;
  const options = { path: embeddedPath(configuration), prefix: store.prefix };
  return link === undefined
    ? openEmbedded({ ...options, logger })
    : openEmbeddedFollower({ ...options, ...link.followStore() });
}

function encrypted(storage: Storage, configuration: ServerConfiguration, metrics: Metrics): Storage {
  const parsed = parseEncryptionOrThrow(configuration);
  if (parsed === undefined) return storage;
  const { observe, count } = createEncryptionMetrics(metrics);
  const { unboundValues = 'refuse' } = configuration.store;
  const opened = encryptStorage(storage, parsed, { observe, unboundValues });
  count(opened);
  return opened;
}

/** `undefined` where nothing is encrypted. Throws a ConfigurationError. */
export function parseEncryptionOrThrow({
  store,
  domain,
}: Pick<ServerConfiguration, 'store' | 'domain'>): EncryptionConfiguration | undefined {
  if (store.encryption === undefined) return undefined;
  const parsed = parseEncryptionConfiguration(store.encryption, { domain });
  if (parsed.ok) return parsed.configuration;
  const problems = parsed.issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  throw new ConfigurationError(`--encryption-provider-config: ${problems.join('; ')}`);
}
