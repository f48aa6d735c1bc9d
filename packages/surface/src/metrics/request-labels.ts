/** The metric labels of a request. Their cardinality is bounded, whatever clients send. */

import type { Incoming } from '@keelson/http';
import type { RequestTarget } from '@keelson/meta';
import type { Verb } from '@keelson/schema';

import type { RequestInfo } from '../request/request-info.ts';

export interface RequestLabels {
  readonly component: string;
  readonly dry_run: string;
  readonly group: string;
  readonly resource: string;
  readonly scope: string;
  readonly subresource: string;
  readonly verb: string;
  readonly version: string;
}

const verbNames: Readonly<Record<Verb, string>> = {
  create: 'POST',
  delete: 'DELETE',
  deletecollection: 'DELETECOLLECTION',
  get: 'GET',
  list: 'LIST',
  patch: 'PATCH',
  update: 'PUT',
  watch: 'WATCH',
};

const methods = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']);
/** The pages that metrics distinguish, in the `subresource` label. */
const pages = new Set(['healthz', 'livez', 'readyz', 'metrics', 'version', 'openapi', 'api', 'apis']);

const fieldValidations = new Set(['', 'Ignore', 'Strict', 'Warn']);

const nowhere = { group: '', resource: '', scope: '', subresource: '', version: '' };

export function verbName({ method, headers }: Incoming, info: RequestInfo): string {
  if (info.kind === 'remote' && isVerb(info.verb)) return verbNames[info.verb];
  if (info.kind === 'connection') return 'CONNECT';
  if (info.kind !== 'resource') return methods.has(method) ? method : 'OTHER';
  if (info.verb === 'patch' && headers['content-type']?.startsWith('application/apply-patch') === true) return 'APPLY';
  return verbNames[info.verb];
}

export function labelsOf(verb: string, info: RequestInfo, url: string): RequestLabels {
  const target = hasTarget(info) ? info.target : undefined;
  const dryRun = url.includes('dryRun=') && verb !== 'GET' && verb !== 'LIST' ? dryRunOf(url) : '';
  if (info.kind === 'remote') {
    // The names of resources are the other server's, and a client's to invent.
    const { group, version } = info;
    return { component: 'apiserver', dry_run: '', ...nowhere, group, version, verb };
  }
  if (target === undefined) {
    const page = info.kind === 'path' ? pageOf(url) : '';
    return { component: page === '' ? 'apiserver' : '', dry_run: '', ...nowhere, subresource: page, verb };
  }
  const { group, version, plural } = target.resource;
  const subresource = target.subresource ?? '';
  const scope = scopeOf(target, verb);
  return { component: 'apiserver', dry_run: dryRun, group, resource: plural, scope, subresource, verb, version };
}

/** The target that a path names, whether or not its method is carried out there. */
export function hasTarget(
  info: RequestInfo,
): info is Extract<RequestInfo, { readonly kind: 'resource' | 'connection' | 'noVerb' }> {
  return info.kind === 'resource' || info.kind === 'connection' || info.kind === 'noVerb';
}

function isVerb(verb: string): verb is Verb {
  return Object.hasOwn(verbNames, verb);
}

function scopeOf({ name, namespace }: RequestTarget, verb: string): string {
  if (name !== undefined || verb === 'POST') return 'resource';
  return namespace === undefined ? 'cluster' : 'namespace';
}

function dryRunOf(url: string): string {
  return /[?&]dryRun=All(?:&|$)/.test(url) ? 'All' : 'invalid';
}

/** The values that the API knows, `invalid` for others, and for several that differ. */
export function fieldValidationOf(url: string): string {
  const values = new Set([...url.matchAll(/[?&]fieldValidation=([^&]*)/g)].map(([, value = '']) => value));
  const [value = ''] = values;
  return values.size <= 1 && fieldValidations.has(value) ? value : 'invalid';
}

function pageOf(url: string): string {
  const name = /^\/([a-z]+)/.exec(url)?.[1] ?? '';
  return pages.has(name) ? `/${name}` : '';
}
