/** The name under which a write is recorded when its client gives none. */

/** In bytes; also the limit for names that clients give. */
export const maxManagerNameBytes = 128;

/** The part of a user agent before its first slash: printable characters only, truncated to the byte limit. */
export function managerOfUserAgent(userAgent: string | undefined): string {
  const [product = ''] = (userAgent ?? '').split('/', 1);
  const printable = product.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, '');
  let name = '';
  let bytes = 0;
  for (const character of printable.slice(0, maxManagerNameBytes)) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxManagerNameBytes) break;
    name += character;
  }
  return name;
}

export function managerName(fieldManager: string | undefined, userAgent: string | undefined): string {
  return fieldManager || managerOfUserAgent(userAgent) || 'unknown';
}
