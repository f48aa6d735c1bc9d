/** CertificateSigningRequest: asks a signer for an X.509 certificate, once the request is approved. */
import {
  bytes,
  field,
  int32,
  kind,
  list,
  listed,
  map,
  message,
  optional,
  required,
  string,
  time,
  type TypeOf,
  usually,
} from '@keelson/schema';

import { conditionStatus } from '../../meta/v1/condition-status.ts';
import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';
import { keyUsages } from './key-usages.ts';

export const CertificateSigningRequestSpec = message(
  'io.k8s.api.certificates.v1.CertificateSigningRequestSpec',
  {
    request: required(1, bytes, {
      listType: 'atomic',
      about: 'PKCS#10 request in a PEM block, base64-encoded in JSON.',
    }),
    signerName: required(7, string, { about: 'Signer to use, written as domain/path.' }),
    expirationSeconds: optional(8, int32, {
      about: 'Wanted certificate lifetime in seconds, at least 600; the signer may differ.',
    }),
    usages: field(5, list(listed(...keyUsages)), {
      listType: 'atomic',
      about: 'Key usages wanted in the certificate.',
    }),
    username: field(2, string, { about: 'Name of the requesting user; set by the server.' }),
    uid: field(3, string, { about: 'UID of the requesting user; set by the server.' }),
    groups: field(4, list(string), { listType: 'atomic', about: 'Groups of the requesting user; set by the server.' }),
    extra: field(6, map(list(string, { isWrapped: true })), {
      about: 'Further attributes of the requesting user; set by the server.',
    }),
  },
  { about: 'What certificate is wanted, from which signer, and by whom.' },
);
export type CertificateSigningRequestSpec = TypeOf<typeof CertificateSigningRequestSpec>;

export const CertificateSigningRequestCondition = message(
  'io.k8s.api.certificates.v1.CertificateSigningRequestCondition',
  {
    type: required(1, usually('Approved', 'Denied', 'Failed'), {
      about: 'Name of the condition; Approved, Denied or Failed.',
    }),
    status: required(6, conditionStatus, {
      about: 'True, False or Unknown; always True for Approved, Denied and Failed.',
    }),
    reason: field(2, string, { about: 'One CamelCase word giving the cause of the last transition.' }),
    message: field(3, string, { about: 'Readable details about the last transition.' }),
    lastUpdateTime: field(4, time, { about: 'When this condition was last written.' }),
    lastTransitionTime: field(5, time, { about: 'When the status last switched from one value to another.' }),
  },
  { about: 'One aspect of the observed state of a certificate request.' },
);
export type CertificateSigningRequestCondition = TypeOf<typeof CertificateSigningRequestCondition>;

export const CertificateSigningRequestStatus = message(
  'io.k8s.api.certificates.v1.CertificateSigningRequestStatus',
  {
    conditions: field(1, list(CertificateSigningRequestCondition), {
      listType: 'map',
      listMapKeys: ['type'],
      about: 'Approval and failure conditions; a request cannot be both approved and denied.',
    }),
    certificate: field(2, bytes, {
      listType: 'atomic',
      about: 'Issued certificate chain in PEM, base64-encoded in JSON; empty until signed.',
    }),
  },
  { about: 'Outcome of a certificate request.' },
);
export type CertificateSigningRequestStatus = TypeOf<typeof CertificateSigningRequestStatus>;

export const CertificateSigningRequest = kind(
  'io.k8s.api.certificates.v1.CertificateSigningRequest',
  {
    metadata,
    spec: required(2, CertificateSigningRequestSpec, {
      about: 'The request itself; cannot be changed after creation.',
    }),
    status: field(3, CertificateSigningRequestStatus, { about: 'Approval state and the issued certificate.' }),
  },
  { about: 'Asks a signer for an X.509 certificate, once the request is approved.' },
);
export type CertificateSigningRequest = TypeOf<typeof CertificateSigningRequest>;

export const CertificateSigningRequestList = listOf(CertificateSigningRequest);
export type CertificateSigningRequestList = TypeOf<typeof CertificateSigningRequestList>;
