/** Table columns of CertificateSigningRequest. */
import type { Column } from '@keelson/schema';

import { ageColumn, nameColumn } from '../../printing/columns.ts';
import { printDuration } from '../../printing/duration.ts';
import { none } from '../../printing/none.ts';
import type { CertificateSigningRequest } from './certificate-signing-request.ts';

export const certificateSigningRequestColumns: readonly Column<CertificateSigningRequest>[] = [
  nameColumn,
  ageColumn,
  { name: 'SignerName', type: 'string', about: 'Signer to use.', cell: ({ spec }) => none(spec.signerName) },
  { name: 'Requestor', type: 'string', about: 'Name of the requesting user.', cell: ({ spec }) => spec.username ?? '' },
  { name: 'RequestedDuration', type: 'string', about: 'Lifetime that is wanted.', cell: printLifetime },
  { name: 'Condition', type: 'string', about: 'How far the request has come.', cell: printCondition },
];

function printLifetime({ spec }: CertificateSigningRequest): string {
  const { expirationSeconds } = spec;
  return expirationSeconds === undefined ? '<none>' : printDuration(expirationSeconds * 1000);
}

/** A request that is both denied and approved is denied. */
function printCondition({ status }: CertificateSigningRequest): string {
  const types = new Set(status.conditions?.map(({ type }) => type));
  const words = [types.has('Denied') ? 'Denied' : types.has('Approved') ? 'Approved' : 'Pending'];
  if (types.has('Failed')) words.push('Failed');
  if ((status.certificate ?? '') !== '') words.push('Issued');
  return words.join(',');
}
