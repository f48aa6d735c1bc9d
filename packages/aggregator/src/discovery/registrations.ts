/** The APIServices as discovery reads them: what is registered, with which priority, and what remote versions hold. */
import { automanagedApiServices } from '@keelson/api';
import type { RegisteredVersion, Registrations } from '@keelson/surface';

import { readApiService, type ApiServices } from '../api-services/api-services.ts';
import type { RemoteResources } from './remote-resources.ts';

export interface RegistrationsParts {
  readonly apiServices: ApiServices;
  readonly remoteResources: RemoteResources;
  readonly domain: string;
  /** The APIServices of this server itself have been made. */
  readonly hasBegun: () => boolean;
}

/** Returns also what stops it. */
export function createRegistrations(parts: RegistrationsParts): Registrations & { stop(): void } {
  const { apiServices, remoteResources, domain, hasBegun } = parts;
  const { label } = automanagedApiServices(domain);
  let known: readonly RegisteredVersion[] = [];
  let isOld = true;
  const age = (): void => void (isOld = true);
  const stop = apiServices.informer.addHandler({ onAdd: age, onUpdate: age, onDelete: age });

  const list = (): readonly RegisteredVersion[] =>
    [...apiServices.informer.list()].flatMap((cached) => {
      const service = readApiService(cached);
      if (service === undefined) return [];
      const { group = '', version = '', service: backend, groupPriorityMinimum, versionPriority } = service.spec;
      return {
        group,
        version,
        groupPriority: groupPriorityMinimum,
        versionPriority,
        isRemote: backend !== undefined,
        isAutomanaged: Object.hasOwn(cached.head.labels, label),
      };
    });

  return {
    stop,
    versions: () => {
      if (!hasBegun()) return undefined;
      if (isOld) {
        isOld = false;
        const found = list();
        // A change of a status alone changes nothing here.
        if (JSON.stringify(found) !== JSON.stringify(known)) known = found;
      }
      return known;
    },
    remoteVersions: () => remoteResources.read(),
  };
}
