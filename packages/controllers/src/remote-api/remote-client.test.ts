import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import { expect, it } from '@jest/globals';
import { createApiScheme, findControlledKinds } from '@keelson/api';
import { createCallouts } from '@keelson/callouts';
import { issueAuthority, issueLeaf } from '@keelson/pki';

import { createRemoteClient } from './remote-client.ts';

it('does not send a write again once the place of the leader is lost', async () => {
  const now = new Date();
  const authority = await issueAuthority('ca', now, 1);
  const hosts = ['127.0.0.1'];
  const leaf = await issueLeaf(authority, { subject: { commonName: 'api' }, usage: 'server', hosts, now, days: 1 });
  const place = new AbortController();
  let received = 0;
  const server = createServer({ cert: leaf.certificate, key: leaf.privateKey }, (_, response) => {
    received += 1;
    place.abort(new Error('lost'));
    response.writeHead(429, { 'Retry-After': '0' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const callouts = createCallouts({ resolveService: () => ({ ok: false, message: 'there are none' }) });
  try {
    const origin = `https://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const target = { name: 'api', address: { kind: 'url' as const, origin }, authorities: authority.certificate };
    // The clock of the place is a little behind its signal.
    const held = { isCurrent: () => true, signal: place.signal };
    const client = createRemoteClient({ callouts, target, userAgent: 'tester' }, held);
    const { configMaps } = findControlledKinds(createApiScheme());
    const written = await client.create({ resource: configMaps, namespace: 'default' }, { metadata: { name: 'a' } });
    expect(written.ok).toBe(false);
    expect(received).toBe(1);
  } finally {
    callouts.close();
    server.closeAllConnections();
    server.close();
  }
});
