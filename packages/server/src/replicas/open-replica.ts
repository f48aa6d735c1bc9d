/** Registers this replica with the others, and reports a conflict of keys in its health. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

import type { WatchCache } from '@keelson/cache';
import type { Storage } from '@keelson/storage';
import type { Health } from '@keelson/surface';

import type { CallerSources } from '../callers/open-callers.ts';
import type { ServerConfiguration } from '../configuration.ts';
import { createLoadReader } from './describe-load.ts';
import { keepReplica, type KeptReplica } from './keep-replica.ts';

export interface OpenReplicaParts {
  /** Called after the server has begun to listen. */
  readonly url: () => string;
  readonly storage: Storage;
  readonly cache: Pick<WatchCache, 'revision'>;
  readonly health: Pick<Health, 'add'>;
  readonly keys: CallerSources['keys'];
  readonly isLeading: () => boolean;
}

/** The name of the controllers' election. */
const election = 'controllers';

export function openReplica(configuration: ServerConfiguration, parts: OpenReplicaParts): KeptReplica {
  const { url, storage, cache, health, keys, isLeading } = parts;
  const { version, release, callers, store, link, logger } = configuration;
  const identity = link?.identity ?? `${hostname()}_${randomUUID()}`;
  const startedAt = new Date().toISOString();
  const readLoad = createLoadReader();
  const isConfigured = callers.serviceAccounts.signingKey !== undefined;
  const replica = keepReplica({
    storage,
    isShared: store.etcd !== undefined || link !== undefined,
    isKeeper: link?.isMain,
    logger,
    describe: () => ({
      ...{ identity, version, startedAt },
      url: url(),
      emulatedVersion: release,
      revision: cache.revision(),
      ...readLoad(),
      leads: isLeading() ? [election] : [],
      tokenKeys: {
        signing: keys.current().signing?.id ?? '',
        verifying: keys.current().verifying.map(({ id }) => id),
        isConfigured,
      },
    }),
  });
  health.add('service-account-keys', replica.conflict, { in: ['readyz'] });
  return replica;
}
