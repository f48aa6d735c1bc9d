/**
 * Signing controller: signs approved requests for the signers that every cluster has. A request that a signer must not
 * serve fails for good, with the reason in a condition.
 */
import { clusterSigners, type CertificateSigningRequest, type ClusterSigner } from '@keelson/api';
import type { ReconcileResult } from '@keelson/informers';
import { readCertificateRequest, signCertificateRequest } from '@keelson/pki';

import { isConflict, isNotFound, refusedError } from '../client/controller-client.ts';
import type { ControllerContext, ControllerDefinition } from '../frame/definition.ts';
import { certificateAccount, followRequests, type CachedRequest } from './follow-requests.ts';
import { findRequestFault } from './judge-request.ts';
import { requestConditionOf, isIssued, requestDerOf, withRequestCondition } from './request-state.ts';

const name = 'csrsigning';

export const certificateSigner: ControllerDefinition = {
  name,
  account: certificateAccount,
  workers: 5,
  start: (context) =>
    followRequests(context, { name, queue: 'certificate', reconcile: (request) => sign(context, request) }),
};

const signers: readonly string[] = Object.values(clusterSigners);

function isClusterSigner(signer: string): signer is ClusterSigner {
  return signers.includes(signer);
}

function waitsForSignature(request: CertificateSigningRequest): boolean {
  const has = (type: 'Approved' | 'Denied' | 'Failed'): boolean => requestConditionOf(request, type) !== undefined;
  return has('Approved') && !has('Denied') && !has('Failed') && !isIssued(request);
}

async function sign(context: ControllerContext, cached: CachedRequest): Promise<ReconcileResult | undefined> {
  const { object: request } = cached;
  const { signerName, usages } = request.spec;
  if (!isClusterSigner(signerName) || !waitsForSignature(request)) return undefined;
  const authority = context.credentials?.signingAuthority(signerName);
  // Another signer may serve it: this replica has no key for it.
  if (authority === undefined) return undefined;
  const der = requestDerOf(request);
  const subject = await readCertificateRequest(der);
  if (subject === undefined) throw new Error(`unable to parse csr ${JSON.stringify(cached.name)}`);
  const fault = findRequestFault(signerName, { subject, usages: usages ?? [] });
  if (fault !== undefined) {
    const condition = { type: 'Failed', reason: 'SignerValidationFailure', message: fault };
    return write(context, cached, withRequestCondition(request, condition));
  }
  const terms = { usages: usages ?? [], nowMs: context.clock.wallMs(), seconds: secondsOf(context, request) };
  const signed = await signCertificateRequest(authority, der, terms);
  if (!signed.ok) throw new Error(signed.message);
  const certificate = Buffer.from(signed.certificate).toString('base64');
  return write(context, cached, { ...request, status: { ...request.status, certificate } });
}

/** Less than the API lets anyone ask for. */
const shortestSeconds = 600;

function secondsOf({ credentials }: ControllerContext, { spec }: CertificateSigningRequest): number {
  const longest = credentials?.maxSigningSeconds ?? shortestSeconds;
  return Math.min(Math.max(spec.expirationSeconds ?? longest, shortestSeconds), longest);
}

async function write(
  { client, kinds }: ControllerContext,
  { name: requestName }: CachedRequest,
  request: object,
): Promise<ReconcileResult | undefined> {
  const target = { resource: kinds.certificateRequests, name: requestName, subresource: 'status' };
  const written = await client.update(target, request);
  if (written.ok || isNotFound(written)) return undefined;
  if (isConflict(written)) return { backsOff: true };
  throw refusedError(written);
}
