import { afterAll, describe, expect, it } from '@jest/globals';

import { startKeelson } from '../server/start-keelson.ts';

const flags = [
  String.raw`--cors-allowed-origins=^https://console\.example\.org$`,
  '--strict-transport-security-directives=max-age=31536000,includeSubDomains',
];
const [keelson, plain] = await Promise.all([startKeelson({ flags }), startKeelson()]);
afterAll(() => Promise.all([keelson.stop(), plain.stop()]));

const path = '/api/v1/namespaces';
const origin = 'https://console.example.org';

async function ask(server: typeof keelson, method: string, from?: string) {
  const { status, headers } = await server.ask(path, { method, headers: from === undefined ? {} : { Origin: from } });
  return { status, headers };
}

describe('browsers', () => {
  it('may show answers to pages of origins that are allowed', async () => {
    const { status, headers } = await ask(keelson, 'GET', origin);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'Date',
    });
  });

  it('are answered before they say who they are when they ask what is allowed', async () => {
    const { status, headers } = await ask(keelson, 'OPTIONS', origin);
    expect(status).toBe(204);
    expect(headers['access-control-allow-methods']).toBe('POST, GET, OPTIONS, PUT, DELETE, PATCH');
  });

  it('are told nothing for other origins, and where no origin is allowed', async () => {
    for (const [server, from] of [
      [keelson, 'https://console.example.org.evil'],
      [keelson, undefined],
      [plain, origin],
    ] as const) {
      expect((await ask(server, 'GET', from)).headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('are told to come over HTTPS alone where the server is told so', async () => {
    const { headers } = await ask(keelson, 'GET');
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect((await ask(plain, 'GET')).headers['strict-transport-security']).toBeUndefined();
    expect((await keelson.ask('/version')).headers['strict-transport-security']).toBeDefined();
  });

  it.each([
    ['--cors-allowed-origins=(', 'is no regular expression'],
    ['--strict-transport-security-directives=max-age=soon', 'allowed values: max-age=expireTime'],
  ])('are not served with %s', async (flag, message) => {
    await expect(startKeelson({ flags: [flag] })).rejects.toThrow(message);
  });
});
