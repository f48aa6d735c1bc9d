/** Reads the objects that a connection leads to, as the store has them: a pod may be as young as the request for it. */
import type { Endpoints, Node, Pod, Service } from '@keelson/api';
import type { RequestTarget, Status } from '@keelson/meta';
import { decodeAnswer, type Registry } from '@keelson/registry';
import type { Purpose, Resource, Scheme } from '@keelson/schema';

export type ObjectRead<T> = { readonly ok: true; readonly object: T } | { readonly ok: false; readonly status: Status };

export type Read<T> = (namespace: string | undefined, name: string) => Promise<ObjectRead<T>>;

export interface ObjectReaders {
  /** Of any kind: its type is for the caller to know. */
  readonly at: (place: RequestTarget) => Promise<ObjectRead<object>>;
  readonly node: Read<Node>;
  readonly service: Read<Service>;
  readonly endpoints: Read<Endpoints>;
  readonly pod: Read<Pod>;
}

export function createObjectReaders(registry: Pick<Registry, 'get'>, scheme: Scheme): ObjectReaders {
  const at = async <T extends object>(place: RequestTarget): Promise<ObjectRead<T>> => {
    const found = await registry.get({ ...place, subresource: undefined }, {});
    return found.ok ? { ok: true, object: decodeAnswer(found.value) as unknown as T } : found;
  };
  const reader = <T extends object>(has: (purpose: Purpose | undefined) => boolean): Read<T> => {
    let resource: Resource | undefined;
    return (namespace, name) => {
      resource ??= scheme.resources().find(({ purpose }) => has(purpose));
      if (resource === undefined) throw new Error('what connections lead to is not declared');
      return at<T>({ resource, namespace, name });
    };
  };
  return {
    at,
    node: reader<Node>((purpose) => purpose?.kind === 'node'),
    service: reader<Service>((purpose) => purpose?.kind === 'service'),
    endpoints: reader<Endpoints>((purpose) => purpose?.kind === 'endpoints'),
    pod: reader<Pod>((purpose) => purpose?.kind === 'boundObject' && purpose.claim === 'pod'),
  };
}
