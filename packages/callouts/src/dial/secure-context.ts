/** The trust and the client certificate of a target, made ready once for all its connections. */
import { createSecureContext, type SecureContext } from 'node:tls';

import type { CalloutFailure, CalloutTarget } from '../contract.ts';
import { codeAndWords, failedCall } from '../failure.ts';

export type SecureContextResult = { readonly ok: true; readonly context: SecureContext } | CalloutFailure;

const certificate = '-----BEGIN CERTIFICATE-----';

export function openSecureContext({ authorities, credentials }: CalloutTarget): SecureContextResult {
  // OpenSSL takes authorities in which there is none, and then trusts nobody.
  if (authorities !== undefined && !authorities.includes(certificate)) return unusable('no certificate in PEM');
  try {
    const { certificate: cert, privateKey: key } = credentials ?? {};
    const context = createSecureContext({
      minVersion: 'TLSv1.2',
      // Whatever a bundle holds is trusted, as in Go: an intermediate authority, and the server's own certificate too.
      allowPartialTrustChain: true,
      ...(authorities !== undefined && { ca: authorities }),
      ...(cert !== undefined && { cert }),
      ...(key !== undefined && { key }),
    });
    return { ok: true, context };
  } catch (error) {
    return unusable(codeAndWords(error).message);
  }
}

function unusable(why: string): CalloutFailure {
  return failedCall('invalid', `unable to load root certificates or the client certificate: ${why}`, false);
}
