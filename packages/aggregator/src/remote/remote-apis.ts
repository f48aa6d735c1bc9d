/** The group versions that other servers serve, kept in step with the APIServices. */
import type { APIService } from '@keelson/api';
import type { CalloutTarget, ServiceReference, TargetCredentials } from '@keelson/callouts';

import { isAvailable, readApiService, type ApiServices } from '../api-services/api-services.ts';
import type { RemoteApi } from '../contract.ts';

export interface RegisteredRemote extends RemoteApi {
  readonly group: string;
  readonly version: string;
  readonly groupPriority: number;
  readonly service: ServiceReference;
}

export interface RemoteApis {
  /** Reads from memory. */
  remoteOf(group: string, version: string): RegisteredRemote | undefined;
  /** In no order. */
  all(): readonly RegisteredRemote[];
  /** To be called when the front-proxy certificate has changed. */
  renewCredentials(): void;
  /** `tell` is called after each change, once in a turn. Returns what ends it. */
  onChange(tell: () => void): () => void;
  stop(): void;
}

export interface RemoteApisParts {
  readonly apiServices: ApiServices;
  /** The front-proxy certificate, of this moment. */
  readonly credentials: () => TargetCredentials;
}

export function createRemoteApis({ apiServices, credentials }: RemoteApisParts): RemoteApis {
  const { informer } = apiServices;
  const byName = new Map<string, RegisteredRemote>();
  const byGroup = new Map<string, Map<string, RegisteredRemote>>();
  const told = new Set<() => void>();
  const tell = (): void => {
    for (const each of told) each();
  };

  const remove = (name: string): void => {
    const known = byName.get(name);
    if (known === undefined) return;
    byName.delete(name);
    const versions = byGroup.get(known.group);
    versions?.delete(known.version);
    if (versions?.size === 0) byGroup.delete(known.group);
  };
  const put = (name: string, service: APIService | undefined): void => {
    const before = byName.get(name);
    remove(name);
    const remote = service && remoteFrom(name, service, credentials());
    if (remote === undefined) return;
    const isSameTarget = before !== undefined && JSON.stringify(before.target) === JSON.stringify(remote.target);
    const kept = isSameTarget ? { ...remote, target: before.target } : remote;
    byName.set(name, kept);
    const versions = byGroup.get(kept.group) ?? new Map<string, RegisteredRemote>();
    byGroup.set(kept.group, versions.set(kept.version, kept));
  };
  const removeHandler = informer.addHandler({
    onAdd: (cached) => {
      put(cached.name, readApiService(cached));
      tell();
    },
    onUpdate: (_, cached) => {
      put(cached.name, readApiService(cached));
      tell();
    },
    onDelete: ({ name }) => {
      remove(name);
      tell();
    },
  });

  return {
    remoteOf: (group, version) => byGroup.get(group)?.get(version),
    all: () => [...byName.values()],
    renewCredentials: () => {
      for (const cached of informer.list()) put(cached.name, readApiService(cached));
      tell();
    },
    onChange: (listener) => {
      told.add(listener);
      return () => void told.delete(listener);
    },
    stop: removeHandler,
  };
}

const defaultPort = 443;

function remoteFrom(name: string, service: APIService, credentials: TargetCredentials): RegisteredRemote | undefined {
  const { group = '', version = '', service: backend, caBundle = '', groupPriorityMinimum } = service.spec;
  if (backend === undefined) return undefined;
  const { namespace = '', name: host = '', port = defaultPort } = backend;
  const place: ServiceReference = { namespace, name: host, port };
  const target: CalloutTarget = {
    name,
    address: { kind: 'service', service: place },
    ...(caBundle !== '' && { authorities: Buffer.from(caBundle, 'base64').toString('utf8') }),
    skipsVerification: service.spec.insecureSkipTLSVerify === true,
    serverName: `${host}.${namespace}.svc`,
    credentials,
  };
  const available = isAvailable(service);
  return { name, group, version, groupPriority: groupPriorityMinimum, service: place, target, isAvailable: available };
}
