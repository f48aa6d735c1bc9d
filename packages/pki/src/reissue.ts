/** Reissues a certificate: a new key and a new validity, everything else as before. */
import 'reflect-metadata';

import { X509Certificate } from '@peculiar/x509';

import { issue } from './issue.ts';
import type { KeyPair } from './issue.ts';

export interface Reissue {
  readonly now: Date;
  readonly days: number;
}

/** Key usage, extended key usage, subject alternative name: RFC 5280, section 4.2.1. */
const keptExtensions = ['2.5.29.15', '2.5.29.37', '2.5.29.17'];

/** `certificate`: in PEM. Extensions that do not concern its names and uses are left out. */
export async function reissueLeaf(authority: KeyPair, certificate: string, reissue: Reissue): Promise<KeyPair> {
  const before = new X509Certificate(certificate);
  const extensions = before.extensions.filter(({ type }) => keptExtensions.includes(type));
  return issue(authority, { ...reissue, subject: before.subjectName.toJSON(), extensions });
}
