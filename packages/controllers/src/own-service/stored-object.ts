/** One object of the server's own, read and written through the registry. */
import { isDeepStrictEqual } from 'node:util';

import type { Registry } from '@keelson/registry';
import { groupVersion, type Resource } from '@keelson/schema';

import { systemCaller } from '../controller.ts';

export interface OwnObject {
  readonly metadata: { readonly resourceVersion?: string; readonly labels?: Readonly<Record<string, string>> };
  readonly [field: string]: unknown;
}

export interface Place {
  readonly resource: Resource;
  readonly namespace: string;
  readonly name: string;
}

const notFound = 404;
const conflict = 409;
const options = { fieldManager: 'kube-apiserver' };

/** `undefined` where there is none. */
export async function readOwn(registry: Pick<Registry, 'get'>, place: Place): Promise<OwnObject | undefined> {
  const found = await registry.get(place, {});
  if (found.ok) return JSON.parse(found.value.object.value.toString('utf8')) as OwnObject;
  if (found.status.code === notFound) return undefined;
  throw new Error(found.status.message ?? 'it could not be read');
}

/**
 * Writes what differs from the stored object, or the whole where there is none. Another replica that was quicker is no
 * failure: it is looked at again.
 */
export async function writeOwn(
  registry: Pick<Registry, 'create' | 'update'>,
  { resource, namespace, name }: Place,
  found: OwnObject | undefined,
  wanted: { readonly labels: Readonly<Record<string, string>>; readonly content: object },
): Promise<void> {
  const { labels, content } = wanted;
  if (found !== undefined && isDeepStrictEqual({ ...found, ...content }, found) && hasLabels(found, labels)) return;
  const metadata = { ...found?.metadata, name, namespace, labels: { ...found?.metadata.labels, ...labels } };
  const object = { ...found, apiVersion: groupVersion(resource), kind: resource.kind, metadata, ...content };
  const request = {
    body: { format: 'json' as const, bytes: Buffer.from(JSON.stringify(object)) },
    options,
    caller: systemCaller,
  };
  const written =
    found === undefined
      ? await registry.create({ resource, namespace }, request)
      : await registry.update({ resource, namespace, name }, request);
  if (written.ok || written.status.code === conflict) return;
  throw new Error(`${resource.kind} ${name}: ${written.status.message ?? 'it was refused'}`);
}

function hasLabels({ metadata: { labels = {} } }: OwnObject, wanted: Readonly<Record<string, string>>): boolean {
  return Object.entries(wanted).every(([name, value]) => labels[name] === value);
}
