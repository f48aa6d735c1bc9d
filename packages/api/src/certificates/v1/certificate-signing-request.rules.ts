/**
 * Prepares and validates writes of certificate requests. Admission fills in the requester, as the caller is not known
 * here.
 */
import type { Report, ResourceHooks } from '@keelson/schema';

import { printDifference } from '../../rules/spec-difference.ts';
import { isSame } from '../../rules/is-same.ts';
import { statusHooks } from '../../rules/status-hooks.ts';
import { findCertificateFault } from './certificate-chain.ts';
import { findRequestFault } from './certification-request.ts';
import { keyUsages } from './key-usages.ts';
import {
  type CertificateSigningRequest,
  type CertificateSigningRequestSpec,
  CertificateSigningRequestStatus,
} from './certificate-signing-request.ts';
import { conditionsOf, validateRequestConditions } from './request-conditions.rules.ts';
import { validateSignerName } from './signer-name.rules.ts';

export const certificateSigningRequestRules = [
  'The request is one of PKCS#10, in PEM, and is signed with its key.',
  'There are usages, each known and named once; signerName is a path behind a domain; expirationSeconds is at least 600.',
  'The spec stays: updates of it are left out.',
  'Conditions have a type, each another one; Approved, Denied and Failed are True and stay; not both of the first two.',
  'Approvals and denials are made through `approval` alone: a write of the status neither adds, changes nor removes them.',
  'Conditions that do not say when they were written, or last changed, are dated by the server.',
  'The certificate is a chain in PEM, written through `status` alone, and once.',
];

const forStatus = statusHooks(CertificateSigningRequestStatus);

export const certificateSigningRequestHooks = certificateSigningRequestHooksOf(false);

/** `isLenient`: the version before this one takes any usages, signers, conditions and certificates. */
export function certificateSigningRequestHooksOf(isLenient: boolean): ResourceHooks<CertificateSigningRequest> {
  return {
    ...forStatus,
    prepareForUpdate(object, old) {
      object.spec = old.spec;
      forStatus.prepareForUpdate(object, old);
    },
    prepareForStatusUpdate(object, old) {
      forStatus.prepareForStatusUpdate(object, old);
      for (const type of decisions) keepConditions(object, old, type);
    },
    validateCreate: (object, report) => validateRequest(object, undefined, isLenient, report),
    validateUpdate: (object, old, report) => validateChange(object, old, { isLenient }, report),
    validateStatusUpdate: (object, old, report) =>
      validateChange(object, old, { isLenient, maySetCertificate: true }, report),
  };
}

/** Of writes to the subresource that approves and denies. */
export function validateApproval(
  object: CertificateSigningRequest,
  old: CertificateSigningRequest,
  report: Report,
): void {
  validateChange(object, old, { isLenient: false, mayDecide: true }, report);
}

const decisions = ['Approved', 'Denied'];

/** Conditions that are neither added nor removed are as they were. */
function keepConditions(object: CertificateSigningRequest, old: CertificateSigningRequest, type: string): void {
  const { conditions } = object.status;
  const before = conditionsOf(old, type);
  if (conditions === undefined || conditionsOf(object, type).length !== before.length) return;
  let next = 0;
  object.status.conditions = conditions.map((each) => (each.type === type ? (before[next++] ?? each) : each));
}

function validateRequest(
  { spec, status }: CertificateSigningRequest,
  old: CertificateSigningRequest | undefined,
  isLenient: boolean,
  report: Report,
): void {
  report.within('spec', () => validateSpec(spec, old?.spec, isLenient, report));
  validateRequestConditions(status, old?.status, isLenient, report);
  if (isLenient || isSame(status.certificate, old?.status.certificate)) return;
  const fault = findCertificateFault(Buffer.from(status.certificate ?? '', 'base64').toString('latin1'));
  if (fault !== undefined) report.invalid('status.certificate', '<certificate data>', fault);
}

const leastSeconds = 600;
const legacySigner = 'kubernetes.io/legacy-unknown';

/** A stored object may keep it: the spec cannot be changed. */
function validateSpec(
  spec: CertificateSigningRequestSpec,
  old: CertificateSigningRequestSpec | undefined,
  isLenient: boolean,
  report: Report,
): void {
  const { request, signerName, expirationSeconds: seconds } = spec;
  if (old?.request !== request) validatePem(request ?? '', report);
  validateUsages(spec.usages ?? [], isLenient || old !== undefined, report);
  if (signerName === legacySigner && !isLenient && old?.signerName !== legacySigner) {
    report.invalid('signerName', signerName, 'the legacy signerName is not allowed via this API version');
  } else validateSignerName(signerName, 'signerName', report);
  if (seconds !== undefined && seconds < leastSeconds) {
    report.invalid(
      'expirationSeconds',
      seconds,
      `may not specify a duration less than ${leastSeconds} seconds (10 minutes)`,
    );
  }
}

function validatePem(request: string, report: Report): void {
  const fault = findRequestFault(Buffer.from(request, 'base64'));
  if (fault !== undefined) report.invalid('request', request, fault);
}

function validateUsages(given: readonly string[], mayBeAny: boolean, report: Report): void {
  if (given.length === 0) report.required('usages', 'usages must be provided');
  if (mayBeAny) return;
  const known = new Set<string>(keyUsages);
  given.forEach((usage, index) => {
    if (!known.has(usage) && !report.isFull) report.notSupported(`usages[${index}]`, usage, keyUsages);
  });
  const seen = new Set<string>();
  given.forEach((usage, index) => {
    if (seen.has(usage)) report.duplicate(`usages[${index}]`, usage);
    seen.add(usage);
  });
}

interface Rights {
  readonly isLenient: boolean;
  readonly mayDecide?: true;
  readonly maySetCertificate?: true;
}

function validateChange(
  object: CertificateSigningRequest,
  old: CertificateSigningRequest,
  rights: Rights,
  report: Report,
): void {
  const { isLenient, mayDecide } = rights;
  validateRequest(object, old, isLenient, report);
  const path = 'status.conditions';
  for (const type of [...decisions, 'Failed']) {
    if (conditionsOf(object, type).length >= conditionsOf(old, type).length) continue;
    report.forbidden(path, `updates may not remove a condition of type "${type}"`);
  }
  for (const type of mayDecide === true ? [] : decisions) {
    const [before, after] = [conditionsOf(old, type), conditionsOf(object, type)];
    if (after.length > before.length) report.forbidden(path, `updates may not add a condition of type "${type}"`);
    else if (after.length === before.length && !isSame(before, after)) {
      const difference = printDifference(before, after);
      report.forbidden(path, `updates may not modify a condition of type "${type}"\n${difference}`);
    }
  }
  validateCertificateKept(object, old, rights, report);
}

function validateCertificateKept(
  { status }: CertificateSigningRequest,
  { status: old }: CertificateSigningRequest,
  { isLenient, maySetCertificate }: Rights,
  report: Report,
): void {
  const { certificate: issued = '' } = old;
  if (issued === (status.certificate ?? '')) return;
  if (maySetCertificate !== true) report.forbidden('status.certificate', 'updates may not set certificate content');
  else if (issued !== '' && !isLenient) {
    report.forbidden('status.certificate', 'updates may not modify existing certificate content');
  }
}
