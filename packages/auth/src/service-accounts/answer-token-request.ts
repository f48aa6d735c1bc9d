/**
 * Issues tokens of service accounts: the request has to fit the account, and the object that
 * a token is bound to has to exist. The order of the checks is that of the API, as
 * refusals show.
 */
import type { ObjectName } from '@keelson/cache';
import type { Informers, RegisteredResources } from '@keelson/informers';
import { badRequest, conflict, invalid, notFound, type Status, type RequestTarget } from '@keelson/meta';
import { createReport, validate, type Issue, type Resource, type BoundObjectPurpose } from '@keelson/schema';

import type { ReviewObject, ReviewOutcome } from '../reviews/review-object.ts';
import { issueToken } from './issue-token.ts';
import type { TokenClaims } from './token-claims.ts';
import type { VerifyingKey } from './token-keys.ts';

type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly status: Status };

export interface TokenIssuer {
  readonly informers: Pick<Informers, 'resources' | 'lister'>;
  /** Rejects where there is none. */
  readonly key: () => VerifyingKey;
  readonly issuer: string;
  readonly apiAudiences: readonly string[];
  /** The upper limit on the lifetime of a token, whatever the request says. */
  readonly maxExpirationSeconds?: number | undefined;
  readonly now: () => number;
}

interface RequestSpec {
  readonly audiences: readonly string[] | null;
  readonly expirationSeconds: number;
  readonly boundObjectRef: BoundObjectReference | null;
}

interface BoundObjectReference {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly name?: string;
  readonly uid?: string;
}

/** An object, as far as tokens go. */
interface Found {
  readonly metadata: { readonly name: string; readonly namespace: string; readonly uid: string };
}

export async function answerTokenRequest(
  issuer: TokenIssuer,
  place: RequestTarget,
  object: ReviewObject,
): Promise<ReviewOutcome> {
  const misplaced = findMisplaced(place, object);
  if (misplaced !== undefined) return { ok: false, status: misplaced };
  const { resource, namespace, name } = place;
  const account = await read(issuer, resource, { namespace, name: name ?? '' });
  if (!account.ok) return account;
  const request = fillIn(issuer, object, account.value);
  const issues = validate(servedAs(place).message, request);
  if (issues.length > 0) return { ok: false, status: invalid(servedAs(place), '', issues) };
  const spec = request['spec'] as RequestSpec;
  const bound = await findBound(issuer, place, spec.boundObjectRef);
  if (!bound.ok) return bound;
  return { ok: true, value: await issue(issuer, request, { account: account.value, bound: bound.value }) };
}

function servedAs({ resource, subresource = '' }: RequestTarget) {
  const served = resource.subresources[subresource]?.servedAs;
  if (served === undefined) throw new Error(`${resource.plural}/${subresource} is served as nothing else`);
  return served;
}

function findMisplaced(place: RequestTarget, { metadata }: ReviewObject): Status | undefined {
  const issues: Issue[] = [];
  const check = (field: 'name' | 'namespace', word: string): void => {
    const given = metadata[field] ?? '';
    if (issues.length > 0 || given === '' || given === place[field]) return;
    const report = createReport();
    report.invalid(`metadata.${field}`, given, `must match the service account ${word} if specified`);
    issues.push(...report.issues);
  };
  check('name', 'name');
  check('namespace', 'namespace');
  return issues.length === 0 ? undefined : invalid(servedAs(place), place.name ?? '', issues);
}

function fillIn({ apiAudiences, now }: TokenIssuer, object: ReviewObject, { metadata }: Found): ReviewObject {
  const { name, namespace } = metadata;
  const spec = object['spec'] as RequestSpec;
  const audiences = spec.audiences === null || spec.audiences.length === 0 ? apiAudiences : spec.audiences;
  const creationTimestamp = timeText(now());
  return {
    ...object,
    metadata: { ...object.metadata, name, namespace, creationTimestamp },
    spec: { ...spec, audiences },
  };
}

/** Rejects with a `StorageError` if it cannot be read. */
async function read({ informers }: TokenIssuer, resource: Resource, name: ObjectName): Promise<Outcome<Found>> {
  const found = await informers.lister<Found>(resource).getMostRecent(name);
  if (found !== undefined) return { ok: true, value: found.object };
  return refuse(notFound({ group: resource.group, resource: resource.plural }, name.name));
}

type Bound = TokenClaims['bound'];

async function findBound(
  issuer: TokenIssuer,
  { resource, namespace, name = '' }: RequestTarget,
  reference: BoundObjectReference | null,
): Promise<Outcome<Bound>> {
  if (reference === null) return { ok: true, value: undefined };
  const { kind = '', apiVersion = '', name: boundName = '' } = reference;
  const target = bindable(issuer.informers.resources, apiVersion, kind, resource);
  if (target?.purpose?.kind !== 'boundObject') {
    return refuse(badRequest(`cannot bind token to object of type ${wordKind(apiVersion, kind)}`));
  }
  const found = await read(issuer, target, { namespace, name: boundName });
  if (!found.ok) return found;
  const { claim } = target.purpose;
  const misfit = findMisfit(target.purpose, found.value, { name, kind, reference });
  if (misfit !== undefined) return refuse(misfit);
  return { ok: true, value: { binding: claim, name: boundName, uid: found.value.metadata.uid } };
}

interface BindingRequest {
  /** Of the account. */
  readonly name: string;
  readonly kind: string;
  readonly reference: BoundObjectReference;
}

function findMisfit(
  { claim, accountOf }: BoundObjectPurpose,
  found: Found,
  { name, kind, reference }: BindingRequest,
): Status | undefined {
  if (accountOf !== undefined && accountOf(found as never) !== name) {
    const other = `cannot bind token for serviceaccount ${JSON.stringify(name)} to ${claim} running with different serviceaccount name.`;
    return badRequest(other);
  }
  const { uid = '', name: boundName = '' } = reference;
  if (uid === '' || uid === found.metadata.uid) return undefined;
  const why = `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`;
  return conflict({ group: '', resource: kind }, boundName, why);
}

/** A reference in any version finds the declaration of the stored version. */
function bindable(
  resources: RegisteredResources,
  apiVersion: string,
  kind: string,
  { group }: Resource,
): Resource | undefined {
  const named = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  const [found] = resources.where((stored) => stored.purpose?.kind === 'boundObject' && stored.kind === kind);
  return named === group ? found?.stored : undefined;
}

/** A type in the notation of messages. */
function wordKind(apiVersion: string, kind: string): string {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/', 2) : ['', apiVersion];
  return `${group ?? ''}/${version ?? ''}, Kind=${kind}`;
}

function refuse(status: Status): Outcome<never> {
  return { ok: false, status };
}

interface Subjects {
  readonly account: Found;
  readonly bound: Bound;
}

async function issue(issuer: TokenIssuer, request: ReviewObject, { account, bound }: Subjects): Promise<ReviewObject> {
  const { maxExpirationSeconds = Infinity, now } = issuer;
  const spec = request['spec'] as RequestSpec;
  const expirationSeconds = Math.min(spec.expirationSeconds, maxExpirationSeconds);
  const seconds = Math.floor(now() / 1000);
  const { name, namespace, uid } = account.metadata;
  const token = await issueToken(issuer.key(), {
    issuer: issuer.issuer,
    audiences: spec.audiences ?? [],
    issuedAt: seconds,
    notBefore: seconds,
    expiresAt: seconds + expirationSeconds,
    account: { namespace, name },
    accountUid: uid,
    ...(bound !== undefined && { bound }),
  });
  const expirationTimestamp = timeText((seconds + expirationSeconds) * 1000);
  return { ...request, spec: { ...spec, expirationSeconds }, status: { token, expirationTimestamp } };
}

function timeText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
