/** Reads and signs certificate requests by a library that is loaded with the first of them. */
import type { KeyPair } from './issue.ts';
import type { RequestedSubject, SigningResult, SigningTerms } from './sign-request.ts';

/** Undefined where the bytes are no certificate request, or its own signature does not hold. */
export async function readCertificateRequest(der: Uint8Array): Promise<RequestedSubject | undefined> {
  return (await import('./sign-request.ts')).readRequest(der);
}

/** The certificate in PEM. It never outlives that of the authority. */
export async function signCertificateRequest(
  authority: KeyPair,
  der: Uint8Array,
  terms: SigningTerms,
): Promise<SigningResult> {
  return (await import('./sign-request.ts')).signRequest(authority, der, terms);
}
