/**
 * Custom resources that are encrypted at rest, beside a kube-apiserver over the same store: before release 1.26 it does
 * not decrypt custom objects, and answers lists of their kinds with 500.
 */
import { findOwnServiceKinds } from '@keelson/api';
import { findApiServerLeases } from '@keelson/controllers';
import type { Scheme } from '@keelson/schema';
import type { EncryptionConfiguration, Storage } from '@keelson/storage';
import type { Logger } from '@keelson/telemetry';

import type { ServerConfiguration } from './configuration.ts';
import { parseEncryptionOrThrow } from './open-storage.ts';

/**
 * The resources of a configuration that are, or for `*.*` include, custom ones, and are written encrypted. Where
 * `identity` comes first they are written plainly, and only read.
 */
export function findEncryptedCustomResources({ rules }: EncryptionConfiguration, scheme: Scheme): readonly string[] {
  const builtIn = new Set<string>();
  for (const { custom, plural, group } of scheme.resources())
    if (custom === undefined) builtIn.add(`${plural}.${group}`);
  return (
    rules
      .filter(({ providers: [first] }) => first !== undefined && first.provider !== 'identity')
      .flatMap(({ resources }) => resources)
      // The group of a definition has a dot.
      .filter(({ resource, group }) => group === '*' || (group.includes('.') && !builtIn.has(`${resource}.${group}`)))
      .map(({ text }) => text)
  );
}

export interface EncryptedCustomResourcesParts {
  readonly storage: Pick<Storage, 'prefix' | 'range'>;
  readonly scheme: Scheme;
  readonly logger: Logger;
}

/** Warns where a kube-apiserver is alive at this moment, by its lease. Never rejects: a start does not depend on it. */
export async function warnOfEncryptedCustomResources(
  configuration: Pick<ServerConfiguration, 'store' | 'domain'>,
  { storage, scheme, logger }: EncryptedCustomResourcesParts,
): Promise<void> {
  const encryption = parseEncryptionOrThrow(configuration);
  const resources = encryption === undefined ? [] : findEncryptedCustomResources(encryption, scheme);
  if (resources.length === 0) return;
  const { leases } = await findApiServerLeases(storage, findOwnServiceKinds(scheme).endpoints).catch(() => noLeases);
  const servers = leases.filter(({ isOfKubeApiServer }) => isOfKubeApiServer).map(({ address }) => address);
  if (servers.length === 0) return;
  logger.warn(
    'custom resources are encrypted beside a kube-apiserver: before 1.26 it does not decrypt their objects, and answers lists of them with 500',
    { resources, servers, advise: adviceForCustomResources },
  );
}

export const adviceForCustomResources =
  'give them a rule of their own in --encryption-provider-config, with identity as its first provider, and run keelson migrate for each';

const noLeases = { leases: [] };
