/** The webhook that a definition names for the conversion of its objects: its address, its trust, and the reviews it reads. */
import { posix } from 'node:path';

import type { CalloutTarget } from '@keelson/callouts';

import type { Definition } from '../definition/definition.ts';

/** The versions of ConversionReview that exist. A webhook is sent the first of them that it takes. */
export const reviewVersions = ['v1', 'v1beta1'] as const;
export type ReviewVersion = (typeof reviewVersions)[number];

export interface ConversionWebhook {
  readonly target: CalloutTarget;
  /** Path and query. */
  readonly path: string;
  /** The whole address, as failures name it. */
  readonly url: string;
  /** `undefined` where the webhook takes none that exists. */
  readonly reviewVersion: ReviewVersion | undefined;
}

/** The webhook has this long for each call, and is told so. */
export const webhookTimeoutSeconds = 30;

const defaultPort = 443;

/** `undefined` unless the definition asks for a webhook and says where it is. */
export function webhookOf({ metadata, spec: { conversion } }: Definition): ConversionWebhook | undefined {
  if (conversion?.strategy !== 'Webhook') return undefined;
  const { clientConfig, conversionReviewVersions } = conversion.webhook ?? {};
  if (clientConfig === undefined) return undefined;
  const located = locate(clientConfig);
  if (located === undefined) return undefined;
  const { address, origin, pathname } = located;
  const path = `${pathOf(pathname)}?timeout=${webhookTimeoutSeconds}s`;
  const { caBundle } = clientConfig;
  const authorities = caBundle ? Buffer.from(caBundle, 'base64').toString('latin1') : undefined;
  const taken = conversionReviewVersions ?? [];
  return {
    target: { name: metadata.name ?? '', address, ...(authorities !== undefined && { authorities }) },
    path,
    url: `${origin}${path}`,
    reviewVersion: reviewVersions.find((version) => version === taken.find(isReviewVersion)),
  };
}

function isReviewVersion(version: string): boolean {
  return reviewVersions.some((known) => known === version);
}

type ClientConfig = NonNullable<NonNullable<NonNullable<Definition['spec']['conversion']>['webhook']>['clientConfig']>;

interface Located {
  readonly address: CalloutTarget['address'];
  readonly origin: string;
  readonly pathname: string;
}

/** A definition that was stored by others may hold what is no URL. */
function locate({ url, service }: ClientConfig): Located | undefined {
  if (service !== undefined) {
    const { namespace, name, path = '', port = defaultPort } = service;
    const origin = `https://${name}.${namespace}.svc:${port}`;
    return { address: { kind: 'service', service: { namespace, name, port } }, origin, pathname: path };
  }
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { origin, pathname } = new URL(url);
  return { address: { kind: 'url', origin }, origin, pathname };
}

/** Without a slash at its end, as 1.24 asks for it. */
function pathOf(path: string): string {
  const joined = posix.join('/', path);
  return joined.length > 1 && joined.endsWith('/') ? joined.slice(0, -1) : joined;
}
