/** The first bytes of a client of TLS, to be sent by others that never go on. */
import { createServer, type AddressInfo } from 'node:net';
import { connect } from 'node:tls';

export async function recordHello(): Promise<Buffer> {
  const server = createServer();
  const hello = new Promise<Buffer>((resolve) => {
    server.once('connection', (socket) => {
      socket.once('data', (bytes: Buffer) => {
        resolve(bytes);
        socket.destroy();
        server.close();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: '127.0.0.1' });
  client.on('error', () => undefined);
  const bytes = await hello;
  client.destroy();
  return bytes;
}
