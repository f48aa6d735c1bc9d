/** For tests: configurations compiled without a store, and a host whose webhooks are functions. */
import type { AdmissionObject, AdmissionRequest } from '@keelson/admission';
import { createApiScheme } from '@keelson/api';
import { applyDefaults, decodeJson, encodeJson, type JsonValue, type Resource } from '@keelson/schema';

import type { HookAnswer, HookReport, MatchRequest, Phase, WebhookHost } from '../contract.ts';
import { compileHook, type CompiledHook, type DeclaredHook } from '../matching/compiled-hook.ts';
import { HookTable } from '../matching/hook-table.ts';

export const scheme = createApiScheme({ includeRetired: true });

export function resource(plural: string, groupVersion = 'v1'): Resource {
  const [version = '', group = ''] = groupVersion.split('/').reverse();
  const found = scheme.resource(group, version, plural);
  if (found === undefined) throw new Error(`no ${plural} in ${groupVersion}`);
  return found;
}

export type Hook = Partial<Omit<DeclaredHook, 'name'>> & { readonly name: string };

const everything = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] };

export function compile(hooks: readonly Hook[], phase: Phase = 'mutating'): readonly CompiledHook[] {
  return hooks.map(({ clientConfig = {}, ...hook }, index) => {
    const declared = {
      rules: [everything],
      admissionReviewVersions: ['v1'],
      sideEffects: 'None',
      ...hook,
      clientConfig,
    };
    const origin = { phase, configuration: 'c', twin: 0, index };
    return compileHook(declared, origin, () => ({ target: 'nowhere', path: '/', url: 'https://nowhere/' }));
  });
}

export interface SentReview {
  readonly kind: string;
  readonly apiVersion: string;
  readonly request: {
    readonly uid: string;
    readonly kind: { readonly group: string; readonly version: string; readonly kind: string };
    readonly object: {
      readonly apiVersion: string;
      readonly data?: object;
      readonly metadata: { labels?: object };
    } | null;
    readonly oldObject: object | null;
    readonly [field: string]: unknown;
  };
}

/** The response of a review, or the whole answer. */
export type Say = (review: SentReview) => object | HookAnswer | Promise<object>;

export interface ScriptedHost extends WebhookHost {
  /** `name: operation`, in the order in which they were asked. */
  readonly asked: string[];
  readonly reviews: SentReview[];
  readonly reports: HookReport[];
  readonly bodies: (readonly Uint8Array[])[];
}

/** Namespaces have no labels here. */
export function hostOf(
  hooks: readonly Hook[],
  answers: Readonly<Record<string, Say>>,
  phase: Phase = 'mutating',
): ScriptedHost {
  const table = new HookTable(compile(hooks, phase), scheme);
  const host: ScriptedHost = {
    asked: [],
    reviews: [],
    reports: [],
    bodies: [],
    mayMatch: (asked) => asked === phase,
    match: (_, { resource: { plural, group, version }, operation, subresource, labels, oldLabels }: MatchRequest) => {
      const found = resource(plural, group === '' ? version : `${group}/${version}`);
      const { everywhere } = table.candidates(found, operation, subresource);
      return { ok: true, invocations: everywhere.find(labels, oldLabels) };
    },
    call: async ({ hook, body }) => {
      host.bodies.push(body);
      const review = JSON.parse(Buffer.concat(body).toString('utf8')) as SentReview;
      host.asked.push(hook.name);
      host.reviews.push(review);
      const said = await (answers[hook.name] ?? (() => ({ allowed: true })))(review);
      if ('ok' in said) return said;
      const { kind, apiVersion } = review;
      const answer = { kind, apiVersion, response: { uid: review.request.uid, ...said } };
      return { ok: true, status: 200, contentType: 'application/json', body: Buffer.from(JSON.stringify(answer)) };
    },
    report: (report) => void host.reports.push(report),
  };
  return host;
}

export function patch(...operations: readonly object[]): object {
  return { allowed: true, patchType: 'JSONPatch', patch: Buffer.from(JSON.stringify(operations)).toString('base64') };
}

export function objectOf(of: Resource, fields: object): AdmissionObject {
  const decoded = decodeJson(of.message, fields as JsonValue);
  if (!decoded.ok) throw new Error(decoded.message);
  applyDefaults(of.message, decoded.object);
  const { kind, group, version } = of;
  return {
    ...decoded.object,
    kind,
    apiVersion: group === '' ? version : `${group}/${version}`,
  } as unknown as AdmissionObject;
}

export interface Asked extends Partial<Omit<AdmissionRequest, 'object' | 'old'>> {
  readonly of?: Resource;
  readonly fields?: object;
  readonly oldFields?: object;
}

export interface TestRequest extends AdmissionRequest {
  readonly warnings: string[];
  readonly annotations: Record<string, string>;
  json(): Record<string, unknown>;
}

export function requestFor(asked: Asked = {}): TestRequest {
  const { of = resource('configmaps'), fields, oldFields, ...rest } = asked;
  const warnings: string[] = [];
  const annotations: Record<string, string> = {};
  const isNamespaced = of.scope === 'Namespaced';
  const request: TestRequest = {
    operation: 'create',
    place: { resource: of, ...(isNamespaced && { namespace: 'default' }) },
    object: fields && objectOf(of, fields),
    old: oldFields && objectOf(of, oldFields),
    isDryRun: false,
    caller: { user: { name: 'tester', groups: ['devs'] } },
    warn: (text) => void warnings.push(text),
    annotate: ({ key, value }) => void (annotations[key] = value),
    options: () => ({ kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1' }),
    rounds: { isSecond: false, needsAnother: false },
    ...rest,
    warnings,
    annotations,
    json: () => JSON.parse(encodeJson(of.message, request.object ?? {})) as Record<string, unknown>,
  };
  return request;
}
