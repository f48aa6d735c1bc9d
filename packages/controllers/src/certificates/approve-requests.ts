/**
 * Approving controller: approves requests of nodes for the client certificates of their agents, where a
 * SubjectAccessReview says that the requester may have them without a person's consent.
 */
import { clusterSigners, type CertificateSigningRequest } from '@keelson/api';
import type { ReconcileResult } from '@keelson/informers';
import { readCertificateRequest, type RequestedSubject } from '@keelson/pki';

import { isConflict, isNotFound, refusedError } from '../client/controller-client.ts';
import type { ControllerContext, ControllerDefinition } from '../frame/definition.ts';
import { certificateAccount, followRequests, type CachedRequest } from './follow-requests.ts';
import { kubeletClientFault } from './judge-request.ts';
import { requestConditionOf, isIssued, requestDerOf, withRequestCondition } from './request-state.ts';

const name = 'csrapproving';

export const certificateApprover: ControllerDefinition = {
  name,
  account: certificateAccount,
  workers: 5,
  start: (context) =>
    followRequests(context, { name, queue: 'certificate', reconcile: (request) => approve(context, request) }),
};

/** The right to create the virtual subresource is the right to be approved. */
interface Recognizer {
  readonly subresource: 'selfnodeclient' | 'nodeclient';
  readonly message: string;
  readonly recognizes: (request: CertificateSigningRequest, subject: RequestedSubject) => boolean;
}

const recognizers: readonly Recognizer[] = [
  {
    subresource: 'selfnodeclient',
    message: 'Auto approving self kubelet client certificate after SubjectAccessReview.',
    recognizes: ({ spec }, { commonName }) => spec.username === commonName,
  },
  {
    subresource: 'nodeclient',
    message: 'Auto approving kubelet client certificate after SubjectAccessReview.',
    recognizes: () => true,
  },
];

async function approve(context: ControllerContext, cached: CachedRequest): Promise<ReconcileResult | undefined> {
  const { object: request } = cached;
  const { spec } = request;
  if (spec.signerName !== clusterSigners.kubeletClient || !isUndecided(request)) return undefined;
  const subject = await readCertificateRequest(requestDerOf(request));
  if (subject === undefined) throw new Error(`unable to parse csr ${JSON.stringify(cached.name)}`);
  if (kubeletClientFault({ subject, usages: spec.usages ?? [] }) !== undefined) return undefined;
  for (const { subresource, message, recognizes } of recognizers) {
    if (!recognizes(request, subject) || !(await mayHave(context, request, subresource))) continue;
    return writeApproval(context, cached, message);
  }
  // Rights may be granted later, which no event of the request tells.
  return { backsOff: true };
}

function isUndecided(request: CertificateSigningRequest): boolean {
  const isDecided = (['Approved', 'Denied'] as const).some((type) => requestConditionOf(request, type) !== undefined);
  return !isDecided && !isIssued(request);
}

async function writeApproval(
  { client, kinds }: ControllerContext,
  { name: requestName, object }: CachedRequest,
  message: string,
): Promise<ReconcileResult | undefined> {
  const target = { resource: kinds.certificateRequests, name: requestName, subresource: 'approval' };
  const approved = withRequestCondition(object, { type: 'Approved', reason: 'AutoApproved', message });
  const written = await client.update(target, approved);
  if (written.ok || isNotFound(written)) return undefined;
  if (isConflict(written)) return { backsOff: true };
  throw refusedError(written);
}

async function mayHave(
  { client, kinds }: ControllerContext,
  { spec }: CertificateSigningRequest,
  subresource: Recognizer['subresource'],
): Promise<boolean> {
  const { username, uid, groups, extra } = spec;
  const { group, plural: resource } = kinds.certificateRequests;
  const attributes = { group, resource, subresource, verb: 'create', version: '*' };
  const review = { spec: { user: username, uid, groups, extra, resourceAttributes: attributes } };
  const answered = await client.create<{ readonly status: { readonly allowed: boolean } }>(
    { resource: kinds.subjectAccessReviews },
    review,
  );
  if (!answered.ok) throw refusedError(answered);
  return answered.object.object.status.allowed;
}
