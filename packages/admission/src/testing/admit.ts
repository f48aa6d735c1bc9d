/** Runs one plugin on an object as the engine would, with defaults filled in, over listers that a test fills. */
import { createApiScheme } from '@keelson/api';
import type { Status } from '@keelson/meta';
import { applyDefaults, decodeJson, parseJson } from '@keelson/schema';

import type { AdmissionObject, AdmissionPlugin, AdmissionRequest } from '../plugin.ts';
import type { Shelves } from '../shelf.ts';

const scheme = createApiScheme();

/** An object behind a lister, decoded or as a test writes it. */
export interface Named {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** By the kind of each. */
export function shelvesOf(...objects: readonly Named[]): Shelves {
  return {
    shelf: <T>(group: string, plural: string) => {
      const resource = scheme.resources().find((each) => each.plural === plural && each.group.split('.')[0] === group);
      const own = objects.filter(({ kind }) => kind === resource?.kind);
      const all = (namespace?: string): Promise<readonly T[]> =>
        Promise.resolve(
          own.filter(({ metadata }) => metadata.namespace === namespace) as readonly unknown[] as readonly T[],
        );
      return {
        find: (name, namespace) =>
          Promise.resolve(
            own.find(({ metadata }) => metadata.name === name && metadata.namespace === namespace) as T | undefined,
          ),
        all,
        allOrThrow: all,
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
