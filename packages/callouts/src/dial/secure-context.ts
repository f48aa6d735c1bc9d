/** The trust and the client certificate of a target, made ready once for all its connections. */
import { X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';

import type { CalloutFailure, CalloutTarget } from '../contract.ts';
import { codeAndWords, failedCall } from '../failure.ts';

export type SecureContextResult = { readonly ok: true; readonly context: SecureContext } | CalloutFailure;

export function openSecureContext({ authorities, credentials }: CalloutTarget): SecureContextResult {
  if (authorities !== undefined && !hasCertificate(authorities)) {
    return failedCall('invalid', 'unable to load root certificates: unable to parse bytes as PEM block', false);
  }
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
    return failedCall('invalid', `unable to load the client certificate: ${codeAndWords(error).message}`, false);
  }
}

/** OpenSSL takes authorities in which there is none, and then trusts nobody. */
function hasCertificate(authorities: string): boolean {
  try {
    return new X509Certificate(authorities).raw.length > 0;
  } catch {
    return false;
  }
}
