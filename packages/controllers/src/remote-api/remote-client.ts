/** The client of controllers for objects of other API servers: every request goes to the server over HTTPS. */
import { createReadVersion } from '@keelson/informers';
import { failure, type RequestTarget } from '@keelson/meta';
import { stringifyJson, type JsonValue } from '@keelson/schema';

import type { ClientReply, ControllerClient, ControllerPatch, DeleteWish } from '../client/controller-client.ts';
import { printDeleteWish } from '../client/delete-options.ts';
import { answerMetadata, answerText } from './answer-fields.ts';
import { remoteVersionOf } from './object-bytes.ts';
import {
  requestRemote,
  resourcePathOf,
  type RemoteAnswer,
  type RemoteRequest,
  type RemoteServer,
} from './remote-api.ts';

const patchTypes = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const;

/** The place of a leader, for as long as it is held. */
export interface WritingPlace {
  readonly signal: AbortSignal;
  isCurrent(): boolean;
}

/** Nothing is written once the place is lost: another process may lead by then. Without a place, all is written. */
export function createRemoteClient(server: RemoteServer, place?: WritingPlace): ControllerClient {
  const write = (request: RemoteRequest): Promise<RemoteAnswer> =>
    place?.isCurrent() === false
      ? Promise.resolve(deposed)
      : requestRemote(server, { ...request, signal: place?.signal });
  const replyOf = <T>({ resource }: RequestTarget, answer: RemoteAnswer): ClientReply<T> => {
    if (!answer.ok) return answer;
    const metadata = answerMetadata(answer.value);
    const names = { namespace: answerText(metadata, 'namespace') ?? '', name: answerText(metadata, 'name') ?? '' };
    const read = createReadVersion<T>(resource.message, { namesOf: () => names });
    return { ok: true, object: read(remoteVersionOf(`${names.namespace}/${names.name}`, answer.value)) };
  };
  const bodyOf = (target: RequestTarget, object: object): string => stringifyJson({ ...typeOf(target), ...object });
  const patchAs = async <T>(
    target: RequestTarget,
    kind: keyof typeof patchTypes,
    { patch, query = '' }: { readonly patch: unknown; readonly query?: string },
  ): Promise<ClientReply<T>> => {
    const path = `${resourcePathOf(target)}${query}`;
    const body = stringifyJson(patch as JsonValue);
    return replyOf<T>(target, await write({ method: 'PATCH', path, body, contentType: patchTypes[kind] }));
  };
  return {
    get: async <T>(target: RequestTarget) =>
      replyOf<T>(target, await requestRemote(server, { method: 'GET', path: resourcePathOf(target) })),
    create: async <T>(target: RequestTarget, object: object) =>
      replyOf<T>(target, await write({ method: 'POST', path: resourcePathOf(target), body: bodyOf(target, object) })),
    update: async <T>(target: RequestTarget, object: object) =>
      replyOf<T>(target, await write({ method: 'PUT', path: resourcePathOf(target), body: bodyOf(target, object) })),
    patch: <T>(target: RequestTarget, kind: ControllerPatch, patch: unknown) => patchAs<T>(target, kind, { patch }),
    apply: <T>(target: RequestTarget, patch: object, fieldManager: string) =>
      patchAs<T>(target, 'apply', { patch, query: `?force=true&fieldManager=${encodeURIComponent(fieldManager)}` }),
    delete: async (target: RequestTarget, wish: DeleteWish = {}) => {
      const body = JSON.stringify(printDeleteWish(wish));
      const answer = await write({ method: 'DELETE', path: resourcePathOf(target), body });
      return answer.ok ? { ok: true } : answer;
    },
  };
}

const deposed = {
  ok: false,
  status: failure('ServiceUnavailable', 'another process may lead by now'),
} as const;

/** Part of the path, for resources; subresources of other kinds say theirs. */
function typeOf({ resource: { group, version, kind }, subresource = '' }: RequestTarget): object {
  const hasOwnKind = ['', 'status', 'approval', 'finalize'].includes(subresource);
  return hasOwnKind ? { apiVersion: group === '' ? version : `${group}/${version}`, kind } : {};
}
