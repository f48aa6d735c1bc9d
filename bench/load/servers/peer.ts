/** Any other server of this API, by its URL and a token that may do everything. */
import { pidOfPort } from './process-use.ts';
import { untilReady } from './target.ts';
import type { Target } from './target.ts';

export async function openPeer(url: string, token: string): Promise<Target> {
  const { hostname, port } = new URL(url);
  const server = { place: { host: hostname, port: Number(port === '' ? 443 : port) }, token };
  await untilReady({ server });
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  const pid = isHere ? await pidOfPort(server.place.port) : undefined;
  return { name: 'peer', server, pid, close: () => Promise.resolve() };
}
