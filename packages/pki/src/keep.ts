/**
 * The certificates that a server makes for itself, kept in its data directory: an
 * authority, the server's own, and an administrator's. Made once; made anew when they
 * are about to expire or no longer fit.
 */
import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';

import { silentLogger } from '@keelson/telemetry';
import type { Logger } from '@keelson/telemetry';

import type { KeyPair, LeafRequest } from './issue.ts';
import { isSignedBy, keepAuthority, keepPair, leafDays, makeFolder } from './keep-pair.ts';

export interface KeptCertificates {
  readonly authority: KeyPair;
  readonly server: KeyPair;
  readonly admin: KeyPair;
}

export const adminUser = 'kubernetes-admin';
export const adminGroup = 'system:masters';

/**
 * Rejects with a ConfigurationError where something else is in the way. Where the folder cannot be written, what is
 * there is used as long as it is valid, and a certificate that does not fit is made for this process alone; only an
 * authority has to be kept, and without one this rejects with an UnwritableFileError.
 */
export async function keepCertificates(
  folder: string,
  hosts: readonly string[],
  now: Date,
  logger: Logger = silentLogger,
): Promise<KeptCertificates> {
  await makeFolder(folder);
  const authority = await keepAuthority({ folder, name: 'ca', now, logger, mustBeKept: true }, 'keelson-ca');
  const leaf = (name: string, request: Omit<LeafRequest, 'now' | 'days'>) =>
    keepPair({
      folder,
      name,
      fits: (found) => isSignedBy(found, authority) && namesAll(found, request.hosts),
      now,
      logger,
      mustBeKept: false,
      make: async () => {
        const { issueLeaf } = await import('./issue.ts');
        return issueLeaf(authority, { ...request, now, days: leafDays });
      },
    });
  return {
    authority,
    server: await leaf('server', { subject: { commonName: 'keelson' }, usage: 'server', hosts }),
    admin: await leaf('admin', { subject: { commonName: adminUser, organizations: [adminGroup] }, usage: 'client' }),
  };
}

function namesAll({ certificate }: KeyPair, hosts: readonly string[] = []): boolean {
  const found = new X509Certificate(certificate);
  return hosts.every((host) => (isIP(host) === 0 ? found.checkHost(host) : found.checkIP(host)) !== undefined);
}
