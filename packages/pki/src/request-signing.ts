/** Reads and signs certificate requests by a library that is loaded with the first of them. */
import type { KeyPair } from './issue.ts';
import type { RequestedSubject, SigningResult, SigningTerms } from './sign-request.ts';

/** Undefined where the text is no certificate request, or its own signature does not hold. */
export async function readCertificateRequest(pem: string): Promise<RequestedSubject | undefined> {
  return (await import('./sign-request.ts')).readRequest(pem);
}

/** The certificate in PEM. It never outlives that of the authority. */
export async function signCertificateRequest(
  authority: KeyPair,
  pem: string,
  terms: SigningTerms,
): Promise<SigningResult> {
  return (await import('./sign-request.ts')).signRequest(authority, pem, terms);
}
