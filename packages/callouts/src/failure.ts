/** Failures as values, in the words of Go's standard library where those are well known to people and tools. */
import type { CalloutFailure, CalloutFailureKind } from './contract.ts';

export function failedCall(kind: CalloutFailureKind, message: string, wasSent: boolean): CalloutFailure {
  return { ok: false, kind, message, wasSent };
}

export const deadlineExceeded = 'context deadline exceeded';

/** Go's words for the errors of sockets. */
const socketWords: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connect: connection refused',
  ECONNRESET: 'read: connection reset by peer',
  EHOSTUNREACH: 'connect: no route to host',
  ENETUNREACH: 'connect: network is unreachable',
  ETIMEDOUT: 'connect: connection timed out',
  EADDRNOTAVAIL: 'connect: cannot assign requested address',
  EMFILE: 'socket: too many open files',
  EPIPE: 'write: broken pipe',
};

const unknownNames = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NONAME', 'EAI_NODATA', 'EAI_FAIL']);

const unknownAuthority = 'x509: certificate signed by unknown authority';
const outOfDate = 'x509: certificate has expired or is not yet valid';

/** OpenSSL's verdicts on a certificate, in Go's words. */
const certificateWords: Readonly<Record<string, string>> = {
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  CERT_UNTRUSTED: unknownAuthority,
  CERT_SIGNATURE_FAILURE: unknownAuthority,
  CERT_CHAIN_TOO_LONG: 'x509: too many intermediates for path length constraint',
  CERT_HAS_EXPIRED: outOfDate,
  CERT_NOT_YET_VALID: outOfDate,
  CERT_REVOKED: 'x509: certificate has been revoked',
  CERT_REJECTED: unknownAuthority,
  INVALID_CA: 'x509: certificate is not authorized to sign other certificates',
  INVALID_PURPOSE: 'x509: certificate specifies an incompatible key usage',
  PATH_LENGTH_EXCEEDED: 'x509: too many intermediates for path length constraint',
};

/** Set on errors that say in Go's words why a certificate is not for a name. */
export const wrongName = 'CALLOUT_WRONG_NAME';

/** Set on errors of certificates without subject alternative names. */
export const missingNames = 'CALLOUT_MISSING_NAMES';

/** OpenSSL's words for a signature below its level of security, for which Node has no code. */
const weakSignature = /(?:CA|EE) signature digest algorithm too weak|CA_MD_TOO_WEAK/i;
const sha1Words = 'x509: cannot verify signature: insecure algorithm SHA1-RSA';

export interface Dialled {
  readonly host: string;
  readonly port: number;
}

/** Why there is no connection. */
export function dialFailure(error: unknown, { host, port }: Dialled): CalloutFailure {
  const { code = '', message } = codeAndWords(error);
  if (code === wrongName) return failedCall('untrusted', message, false);
  if (code === missingNames) return { ...failedCall('untrusted', message, false), certificateFault: 'missingNames' };
  if (weakSignature.test(message)) {
    return { ...failedCall('untrusted', sha1Words, false), certificateFault: 'weakSignature' };
  }
  const verdict = certificateWords[code];
  if (verdict !== undefined) return failedCall('untrusted', verdict, false);
  if (unknownNames.has(code)) return failedCall('unreachable', `dial tcp: lookup ${host}: no such host`, false);
  if (code === 'ECONNRESET' && message.includes('before secure TLS')) return failedCall('unreachable', 'EOF', false);
  const words = socketWords[code];
  if (words !== undefined)
    return failedCall('unreachable', `dial tcp ${addressOf(error, host, port)}: ${words}`, false);
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG') {
    return failedCall('garbage', 'tls: first record does not look like a TLS handshake', false);
  }
  return failedCall('unreachable', tlsWords(code, message), false);
}

/** Why a connection ended while a request was under way. */
export function connectionFailure(error: unknown, wasSent = true): CalloutFailure {
  const { code = '', message } = codeAndWords(error);
  return failedCall('closed', socketWords[code] ?? tlsWords(code, message), wasSent);
}

function tlsWords(code: string, message: string): string {
  const alert = /^ERR_SSL_(?:TLSV1|SSLV3|TLSV13)_ALERT_(.*)$/.exec(code)?.[1];
  return alert === undefined ? message : `remote error: tls: ${alert.toLowerCase().replaceAll('_', ' ')}`;
}

/** Where several addresses of a name were tried, the error has one for each. */
function addressOf(error: unknown, host: string, port: number): string {
  const { errors = [error] } = error as { readonly errors?: readonly unknown[] };
  const { address = host } = (errors.at(-1) ?? {}) as { readonly address?: string };
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}

/** Not by `instanceof`: errors of Node may be of another realm. */
export function codeAndWords(error: unknown): { readonly code?: string; readonly message: string } {
  if (typeof error !== 'object' || error === null) return { message: String(error) };
  const { code, message } = error as Partial<NodeJS.ErrnoException>;
  return { ...(typeof code === 'string' && { code }), message: message ?? 'unknown error' };
}
