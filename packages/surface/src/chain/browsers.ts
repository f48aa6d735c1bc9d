/**
 * Headers for browsers: the other origins that may read answers (CORS), and to come over HTTPS alone (HSTS). Before the
 * caller is known: the question of a browser, a preflight request, brings no credentials.
 */
import type { Incoming, Outgoing } from '@keelson/http';

export interface BrowserSettings {
  /** True for an origin whose pages may read answers. */
  readonly isAllowedOrigin?: ((origin: string) => boolean) | undefined;
  /** The directives of Strict-Transport-Security, RFC 6797, section 6.1. */
  readonly transportSecurity?: string | undefined;
}

/** Returns true where it has answered. */
export type GreetBrowser = (incoming: Incoming, response: Outgoing) => boolean;

const allowed: readonly (readonly [name: string, value: string])[] = [
  ['Access-Control-Allow-Methods', 'POST, GET, OPTIONS, PUT, DELETE, PATCH'],
  [
    'Access-Control-Allow-Headers',
    'Content-Type, Content-Length, Accept-Encoding, X-CSRF-Token, Authorization, X-Requested-With, If-Modified-Since',
  ],
  ['Access-Control-Expose-Headers', 'Date'],
  ['Access-Control-Allow-Credentials', 'true'],
];

/** Undefined where there is nothing to tell: requests then cost nothing. */
export function createGreetBrowser({ isAllowedOrigin, transportSecurity }: BrowserSettings): GreetBrowser | undefined {
  if (isAllowedOrigin === undefined && transportSecurity === undefined) return undefined;
  return (incoming, response) => {
    if (transportSecurity !== undefined) response.setHeader('Strict-Transport-Security', transportSecurity);
    const { origin } = incoming.headers;
    if (origin === undefined || isAllowedOrigin?.(origin) !== true) return false;
    response.setHeader('Access-Control-Allow-Origin', origin);
    for (const [name, value] of allowed) response.setHeader(name, value);
    if (incoming.method !== 'OPTIONS') return false;
    response.writeHead(204);
    response.end();
    return true;
  };
}
