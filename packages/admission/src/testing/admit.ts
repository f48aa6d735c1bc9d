/** Runs one plugin on an object as the engine would, with defaults filled in, over listers that a test fills. */
import { createApiScheme } from '@keelson/api';
import { createReadVersion, objectKey, splitObjectKey, type Lister } from '@keelson/informers';
import type { Status } from '@keelson/meta';
import { applyDefaults, decodeJson, parseJson, type Resource } from '@keelson/schema';

import type { AdmissionObject, AdmissionPlugin, AdmissionRequest } from '../plugin.ts';
import type { Listers } from '../listers.ts';

const scheme = createApiScheme();

/** An object behind a lister, decoded or as a test writes it. */
export interface Named {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** By the kind of each. Decoded and frozen as those of a server are: a plugin that changes one fails its test. */
export function listersOf(...objects: readonly Named[]): Listers {
  const find = (group: string, plural: string): Resource => {
    const resource = scheme.resources().find((each) => each.plural === plural && each.group.split('.')[0] === group);
    if (resource === undefined) throw new Error(`there are no ${plural}`);
    return resource;
  };
  return {
    resource: find,
    index: () => undefined,
    lister: <T>(group: string, plural: string): Lister<T> => {
      const resource = find(group, plural);
      const names = { namesOf: ({ key }: { readonly key: string }) => splitObjectKey(key) };
      const read = createReadVersion<T>(resource.message, names);
      const all = objects
        .filter(({ kind }) => kind === resource.kind)
        .map(({ metadata, ...rest }) => {
          const { name, namespace = '' } = metadata;
          const value = Buffer.from(JSON.stringify({ metadata, ...rest }));
          const key = objectKey({ namespace, name });
          return read({ key, revision: 1, value, attributes: undefined, derived: undefined });
        });
      const list = (namespace?: string) =>
        Promise.resolve(all.filter((each) => namespace === undefined || each.namespace === namespace));
      const get: Lister<T>['getReadable'] = ({ namespace = '', name }) =>
        all.find((each) => each.name === name && each.namespace === namespace);
      return {
        get,
        getReadable: get,
        getMostRecent: async (name) => get(name),
        list,
        listOrThrow: list,
      };
    },
  };
}

export interface Admitted {
  readonly object: AdmissionObject;
  readonly refusal: Status | undefined;
  readonly warnings: readonly string[];
}

export interface Asked {
  readonly old?: object;
  readonly subresource?: string;
  readonly user?: AdmissionRequest['caller']['user'];
}

/** Lets the plugin change the object, and then look at it. */
export async function admit(plugin: AdmissionPlugin, object: object, asked: Asked = {}): Promise<Admitted> {
  const { kind, apiVersion } = object as { kind: string; apiVersion: string };
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  const resource = scheme
    .resources()
    .find((each) => each.kind === kind && each.group === group && each.version === version);
  if (resource === undefined) throw new Error(`there is no ${kind}`);
  const read = (given: object): AdmissionObject => {
    const parsed = parseJson(JSON.stringify(given));
    const decoded = parsed.ok ? decodeJson(resource.message, parsed.value) : parsed;
    if (!decoded.ok) throw new Error(decoded.message);
    applyDefaults(resource.message, decoded.object);
    return decoded.object as AdmissionObject;
  };
  const warnings: string[] = [];
  const admitted = read(object);
  const request = {
    operation: asked.old === undefined ? ('create' as const) : ('update' as const),
    place: {
      resource,
      ...(resource.scope === 'Namespaced' && { namespace: 'default' }),
      ...(asked.subresource !== undefined && { subresource: asked.subresource }),
    },
    object: admitted,
    ...(asked.old !== undefined && { old: read(asked.old) }),
    isDryRun: false,
    caller: { user: asked.user ?? { name: 'tester', groups: [] } },
    warn: (text: string) => void warnings.push(text),
  };
  return { object: admitted, refusal: await ask(plugin, request), warnings };
}

async function ask(plugin: AdmissionPlugin, request: AdmissionRequest): Promise<Status | undefined> {
  if (plugin.concerns?.(request) === false) return undefined;
  return (await plugin.admit?.(request)) ?? (await plugin.validate?.(request));
}
