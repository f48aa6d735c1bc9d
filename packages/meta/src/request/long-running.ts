/** Requests that last as long as their clients like, watches aside. */
import type { RequestAttributes } from './request-attributes.ts';

/** By their names, as 1.24 tells them: subresources of remote APIs are not declared here. */
const openSubresources: ReadonlySet<string> = new Set(['attach', 'exec', 'log', 'portforward', 'proxy']);

export function isLongRunning(attributes: RequestAttributes): boolean {
  if (attributes.kind === 'path') return false;
  const { verb, subresource } = attributes;
  return verb === 'proxy' || (subresource !== '' && openSubresources.has(subresource));
}
