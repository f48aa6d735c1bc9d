/** Redirects of a server that is proxied: those to itself lead to its place below this server. */
import { posix } from 'node:path';

import type { CalloutTarget } from '@keelson/callouts';
import type { ConnectionRequest } from '@keelson/surface';

import type { RewriteLocation } from '../proxy/answer-headers.ts';

const partsOfLocation = /^(?:(?:[a-z][a-z\d+.-]*:)?\/\/([^/?#]*))?(\/[^?#]*)?/i;

export function rewriteRedirect(
  { incoming, path, options }: ConnectionRequest,
  target: CalloutTarget,
): RewriteLocation {
  const { path: behind = '' } = options as { readonly path?: string };
  const prefix = path.endsWith(behind) ? path.slice(0, path.length - behind.length) : path;
  const own = target.address.kind === 'url' ? new URL(target.address.origin).host : '';
  return (location) => {
    const [whole = '', host, to] = partsOfLocation.exec(location) ?? [];
    const isElsewhere = host !== undefined && host !== own && host !== incoming.headers.host;
    // A path that is relative is right wherever the client takes it from.
    if (isElsewhere || to === undefined) return location;
    const rest = location.slice(whole.length);
    return to.startsWith(prefix) ? `${to}${rest}` : `${posix.join(prefix, to)}${rest}`;
  };
}
