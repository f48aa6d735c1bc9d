/** Reads what certificates say: those of a folder, with their issuers and the time that they have left. */
import type { X509Certificate } from 'node:crypto';
import { join } from 'node:path';

import { certificatePaths, readCertificates } from './cluster-folder.ts';

export interface InspectedCertificate {
  /** Within the folder. */
  readonly file: string;
  readonly role: 'authority' | 'server' | 'client' | 'server and client' | 'other';
  readonly subject: string;
  readonly issuer: string;
  readonly hosts: readonly string[];
  readonly notBefore: string;
  readonly notAfter: string;
  readonly secondsLeft: number;
  readonly serialNumber: string;
  readonly fingerprint: string;
}

const serverAuth = '1.3.6.1.5.5.7.3.1';
const clientAuth = '1.3.6.1.5.5.7.3.2';

/** Rejects with a ConfigurationError if a file cannot be read. */
export async function inspectCertificates(folder: string, now: Date): Promise<readonly InspectedCertificate[]> {
  const found: InspectedCertificate[] = [];
  for (const path of await certificatePaths(folder)) {
    const certificates = await readCertificates(join(folder, `${path}.crt`));
    for (const each of certificates) found.push(inspect(`${path}.crt`, each, now));
  }
  return found;
}

function inspect(file: string, certificate: X509Certificate, now: Date): InspectedCertificate {
  const [notBefore, notAfter] = [new Date(certificate.validFrom), new Date(certificate.validTo)];
  return {
    file,
    role: roleOf(certificate),
    subject: oneLine(certificate.subject),
    issuer: oneLine(certificate.issuer),
    hosts: hostsOf(certificate),
    notBefore: notBefore.toISOString(),
    notAfter: notAfter.toISOString(),
    secondsLeft: Math.floor((notAfter.getTime() - now.getTime()) / 1000),
    serialNumber: certificate.serialNumber,
    fingerprint: certificate.fingerprint256,
  };
}

function roleOf({ ca, keyUsage }: X509Certificate): InspectedCertificate['role'] {
  if (ca) return 'authority';
  const [isServer, isClient] = [hasUsage(keyUsage, serverAuth), hasUsage(keyUsage, clientAuth)];
  if (isServer) return isClient ? 'server and client' : 'server';
  return isClient ? 'client' : 'other';
}

/** `usages`: the extended ones, under the name that Node has for them. Absent where there are none. */
function hasUsage(usages: readonly string[] | undefined, usage: string): boolean {
  return usages?.includes(usage) ?? false;
}

function oneLine(name: string | undefined): string {
  return (name ?? '').split('\n').join(',');
}

function hostsOf({ subjectAltName }: X509Certificate): readonly string[] {
  if (subjectAltName === undefined) return [];
  return subjectAltName.split(', ').map((each) => each.replace(/^(?:DNS|IP Address):/, ''));
}
