/**
 * The value of the lease of an API server: an Endpoints, in JSON or in protobuf, whose first address is where clients
 * reach it. kube-apiserver writes and reads the same.
 */
import { isOrdinaryAddress } from '@keelson/api';
import {
  decodeJson,
  decodeProtobuf,
  groupVersion,
  isEnvelope,
  openEnvelope,
  parseJson,
  quote,
  shorten,
  typeMetaOf,
  type Resource,
  type TypeMeta,
} from '@keelson/schema';
import { isUnreadable, type StoredValue } from '@keelson/storage';

export interface ApiServerLease {
  readonly address: string;
  /** kube-apiserver counts its renewals in the generation; this server writes none. */
  readonly isOfKubeApiServer: boolean;
}

export type ReadApiServerLease =
  | { readonly ok: true; readonly lease: ApiServerLease }
  /** The reason, as a clause. Such a value stands for no server. */
  | { readonly ok: false; readonly message: string };

/** Of a text that is no address. */
const longestShown = 60;

/** Never throws. `value` is decrypted; `endpoints` declares the version that is stored. */
export function readApiServerLease(endpoints: Resource, value: StoredValue): ReadApiServerLease {
  if (isUnreadable(value)) return { ok: false, message: value.fault };
  const decoded = isEnvelope(value) ? fromProtobuf(endpoints, value) : fromJson(endpoints, value);
  if (!decoded.ok) return decoded;
  const { metadata, subsets } = decoded.object as LeaseContent;
  const ip = firstAddressIn(subsets);
  if (ip === '') return { ok: false, message: 'it has no address in its first subset' };
  if (!isOrdinaryAddress(ip)) {
    return { ok: false, message: `${quote(shorten(ip, longestShown))} is not an address that clients can be sent to` };
  }
  return { ok: true, lease: { address: ip, isOfKubeApiServer: Number(metadata?.generation ?? 0) > 0 } };
}

interface LeaseContent {
  readonly metadata?: { readonly generation?: unknown };
  readonly subsets?: readonly { readonly addresses?: readonly { readonly ip?: string }[] }[];
}

function firstAddressIn(subsets: LeaseContent['subsets']): string {
  return subsets?.[0]?.addresses?.[0]?.ip ?? '';
}

function fromProtobuf(endpoints: Resource, value: Uint8Array) {
  const opened = openEnvelope(value);
  if (!opened.ok) return opened;
  const { typeMeta, raw, contentEncoding } = opened.envelope;
  if (contentEncoding !== '') return refused('its envelope has a content encoding, which is not read');
  return isOfKind(endpoints, typeMeta) ? decodeProtobuf(endpoints.message, raw) : refused(noEndpoints);
}

function fromJson(endpoints: Resource, value: Uint8Array) {
  const text = Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('utf8');
  const parsed = parseJson(text);
  if (!parsed.ok) return refused(`it is not JSON: ${parsed.message}`);
  return isOfKind(endpoints, typeMetaOf(parsed.value))
    ? decodeJson(endpoints.message, parsed.value)
    : refused(noEndpoints);
}

const noEndpoints = 'it is not an Endpoints';

function isOfKind(resource: Resource, { apiVersion, kind }: TypeMeta): boolean {
  return kind === resource.kind && apiVersion === groupVersion(resource);
}

function refused(message: string) {
  return { ok: false as const, message };
}
