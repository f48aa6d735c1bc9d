/** Opens a socket to a member: TCP or TLS, by the scheme of its URL. */
import { connect, isIP } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';

import type { EtcdCredentials } from '../credentials.ts';

export function openSocket(url: URL, credentials: EtcdCredentials | undefined): Socket {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isSecure = url.protocol === 'https:';
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port);
  if (!isSecure) return connect({ host, port, noDelay: true });
  const socket = connectSecurely({
    host,
    port,
    ...(isIP(host) === 0 && { servername: host }),
    ALPNProtocols: ['h2'],
    ...(credentials && {
      ca: credentials.ca,
      ...(credentials.cert && { cert: credentials.cert }),
      ...(credentials.key && { key: credentials.key }),
    }),
  });
  socket.setNoDelay(true);
  socket.once('secureConnect', () => {
    if (socket.alpnProtocol !== 'h2') socket.destroy(new Error('the server does not speak HTTP/2'));
  });
  return socket;
}
