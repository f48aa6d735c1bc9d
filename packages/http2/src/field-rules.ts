/** Rules of header fields in requests and responses (RFC 9113, section 8.2). */

/** RFC 9110, section 5.6.2, in lower case: RFC 9113, section 8.2.1. */
const plainName = /^[\d!#$%&'*+.^_`|~a-z-]+$/;
/**
 * RFC 9113, section 8.2.1: characters that would break a header which is passed on over HTTP/1.1. White space at either end
 * is malformed too; only requests are held to that, since aggregated servers and webhooks send such responses.
 */
const forbidden = /[\0\r\n]/;
/** RFC 9113, section 8.2.2. */
const ofConnections = new Set(['connection', 'proxy-connection', 'keep-alive', 'transfer-encoding', 'upgrade']);
const lengthDigits = /^\d{1,15}$/;
const shownLetters = 40;

export function isFieldAllowed(name: string, value: string): boolean {
  return plainName.test(name) && !ofConnections.has(name) && !forbidden.test(value);
}

/** Undefined for what is no length. */
export function parseLength(value: string): number | undefined {
  return lengthDigits.test(value) ? Number(value) : undefined;
}

/** A name, for messages. */
export function showField(name: string): string {
  return JSON.stringify(name.slice(0, shownLetters));
}
