/** What a request brings to prove who sent it, off its headers and its connection. */
import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';

import type { Credentials, CertificateSubject } from '@keelson/auth';

/** Longer than any token, and short enough to hash without thinking. */
const tokenLimit = 16 * 1024;

export function credentialsOf(incoming: IncomingMessage): Credentials {
  const bearerToken = bearerTokenOf(incoming.headers.authorization);
  const certificateSubject = subjectOf(incoming);
  return {
    ...(bearerToken !== undefined && { bearerToken }),
    ...(certificateSubject !== undefined && { certificateSubject }),
  };
}

function bearerTokenOf(header: string | undefined): string | undefined {
  if (header === undefined || header.length > tokenLimit) return undefined;
  const match = /^bearer\s+(.*)$/i.exec(header);
  return match?.[1]?.trim();
}

/** Worked out once per connection: it cannot change while the connection lives. */
const subjects = new WeakMap<TLSSocket, CertificateSubject | 'none'>();

/** Only of certificates that the listener has verified against the client authority. */
function subjectOf({ socket }: IncomingMessage): CertificateSubject | undefined {
  if (!(socket instanceof TLSSocket) || !socket.authorized) return undefined;
  let known = subjects.get(socket);
  if (known === undefined) {
    known = readSubject(socket) ?? 'none';
    subjects.set(socket, known);
  }
  return known === 'none' ? undefined : known;
}

function readSubject(socket: TLSSocket): CertificateSubject | undefined {
  const { subject } = socket.getPeerCertificate() as {
    subject?: Readonly<Record<string, string | string[] | undefined>>;
  };
  if (subject === undefined) return undefined;
  const [commonName = ''] = [subject['CN'] ?? []].flat();
  return { commonName, organizations: [subject['O'] ?? []].flat() };
}
