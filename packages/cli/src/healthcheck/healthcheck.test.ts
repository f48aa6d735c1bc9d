import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { run } from '../run.ts';
import { fakeTerminal } from '../testing/fake-terminal.ts';

let server: Server;
let url: string;
beforeEach(async () => {
  server = createServer((request, response) => {
    if (request.url === '/livez/slow') return;
    response.statusCode = request.url === '/livez' ? 200 : 500;
    response.end(request.url === '/livez' ? 'ok' : '[-]etcd failed: reason withheld\nreadyz check failed\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => server.closeAllConnections());
afterEach(() => new Promise((resolve) => server.close(resolve)));

async function check(...args: readonly string[]) {
  const terminal = fakeTerminal();
  return { code: await run(['healthcheck', ...args], terminal), out: terminal.out(), errors: terminal.errors() };
}

describe('keelson healthcheck', () => {
  it('is silent about a server that is well', async () => {
    expect(await check('--server', url)).toEqual({ code: 0, out: '', errors: '' });
  });

  it('fails with the checks of a server that is not', async () => {
    const { code, errors } = await check('--server', url, '--path', '/readyz');
    expect(code).toBe(1);
    expect(errors).toContain('[-]etcd failed');
    expect(errors).toContain('/readyz answered 500');
  });

  it('fails when there is no answer in time, or nobody to answer', async () => {
    const slow = await check('--server', url, '--path', '/livez/slow', '--timeout', '50ms');
    expect([slow.code, slow.errors]).toEqual([1, expect.stringContaining('did not answer within 0.05 seconds')]);
    await new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
    const gone = await check('--server', url);
    expect([gone.code, gone.errors]).toEqual([1, expect.stringContaining('ECONNREFUSED')]);
  });

  it.each([
    [['--path', '/metrics'], 'none of /livez, /readyz and /healthz'],
    [['--timeout', '0s'], 'takes a duration above 0'],
    [['--server', 'nowhere'], 'is no URL'],
    [['--context', 'x'], '--context needs --kubeconfig'],
    [['--kubeconfig', 'x', '--server', 'https://x'], 'leave out --server'],
  ])('refuses %j', async (args, message) => {
    const { code, errors } = await check(...args);
    expect([code, errors]).toEqual([2, expect.stringContaining(message)]);
  });
});
