/**
 * AdmissionReview as it is sent: the objects are pieces of JSON that are at hand, and the rest is printed around them.
 * Nothing is encoded twice for webhooks that want the same version.
 */
import type { UserInfo } from '@keelson/meta';
import { groupVersion, type GroupVersionKind } from '@keelson/schema';

import type { ReviewOperation, ReviewedResource } from '../contract.ts';

export interface PrintedRequest {
  readonly operation: ReviewOperation;
  readonly subresource: string;
  readonly name: string;
  readonly namespace: string;
  readonly user: UserInfo;
  readonly isDryRun: boolean;
  readonly requestKind: GroupVersionKind;
  readonly requestResource: ReviewedResource;
  /** The JSON of the options, `null` where there are none. */
  readonly options: string;
}

export interface PrintedReview {
  readonly domain: string;
  readonly version: 'v1' | 'v1beta1';
  readonly uid: string;
  readonly kind: GroupVersionKind;
  readonly resource: ReviewedResource;
  readonly request: PrintedRequest;
  readonly object: Uint8Array | undefined;
  readonly oldObject: Uint8Array | undefined;
}

/** Larger bodies are sent in pieces, so that nothing large is copied. */
const joinedBytes = 64 * 1024;

export function printReview(review: PrintedReview): readonly Uint8Array[] {
  const { object, oldObject, request } = review;
  const pieces = [
    Buffer.from(`${headOf(review)},"object":${object === undefined ? 'null' : ''}`),
    ...(object === undefined ? [] : [object]),
    Buffer.from(`,"oldObject":${oldObject === undefined ? 'null' : ''}`),
    ...(oldObject === undefined ? [] : [oldObject]),
    Buffer.from(`,"dryRun":${String(request.isDryRun)},"options":${request.options}}}`),
  ];
  const bytes = (object?.length ?? 0) + (oldObject?.length ?? 0);
  return bytes > joinedBytes ? pieces : [Buffer.concat(pieces)];
}

function headOf({ domain, version, uid, kind, resource, request }: PrintedReview): string {
  const { requestKind, requestResource, subresource, name, namespace, operation, user } = request;
  const below = subresource === '' ? '' : JSON.stringify(subresource);
  return (
    `{"kind":"AdmissionReview","apiVersion":"${groupVersion({ group: `admission.${domain}`, version })}","request":` +
    `{"uid":"${uid}","kind":${kindText(kind)},"resource":${resourceText(resource)}${optional('subResource', below)}` +
    `,"requestKind":${kindText(requestKind)},"requestResource":${resourceText(requestResource)}` +
    optional('requestSubResource', below) +
    optional('name', name === '' ? '' : JSON.stringify(name)) +
    optional('namespace', namespace === '' ? '' : JSON.stringify(namespace)) +
    `,"operation":"${operation}","userInfo":${userText(user)}`
  );
}

function optional(field: string, text: string): string {
  return text === '' ? '' : `,"${field}":${text}`;
}

function kindText({ group, version, kind }: GroupVersionKind): string {
  return `{"group":"${group}","version":"${version}","kind":"${kind}"}`;
}

function resourceText({ group, version, plural }: ReviewedResource): string {
  return `{"group":"${group}","version":"${version}","resource":"${plural}"}`;
}

const users = new WeakMap<UserInfo, string>();

/** A user is one object for all requests of a connection, as a rule. */
function userText(user: UserInfo): string {
  let text = users.get(user);
  if (text === undefined) {
    const { name, uid = '', groups, extra = {} } = user;
    text = JSON.stringify({
      ...(name !== '' && { username: name }),
      ...(uid !== '' && { uid }),
      ...(groups.length > 0 && { groups }),
      ...(Object.keys(extra).length > 0 && { extra }),
    });
    users.set(user, text);
  }
  return text;
}
