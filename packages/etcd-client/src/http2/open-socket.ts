/** Opens a socket to a member: TCP or TLS, by the scheme of its URL. */
import { connect, isIP } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';

import type { EtcdCredentials } from '../credentials.ts';

export interface OpenedSocket {
  readonly socket: Socket;
  /** Emitted once HTTP/2 can begin. */
  readonly readyEvent: 'connect' | 'secureConnect';
}

export function openSocket(url: URL, credentials: EtcdCredentials | undefined): OpenedSocket {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isSecure = url.protocol === 'https:';
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port);
  if (!isSecure) return { socket: connect({ host, port, noDelay: true }), readyEvent: 'connect' };
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
    if (socket.alpnProtocol !== 'h2') socket.destroy(new Error('the member does not speak HTTP/2'));
  });
  return { socket, readyEvent: 'secureConnect' };
}
