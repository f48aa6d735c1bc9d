import { expect, it } from '@jest/globals';
import { makeAuthority } from '@keelson/callouts/testing';
import { createMetrics, silentLogger } from '@keelson/telemetry';

import { createCertificateEnds } from './certificate-ends.ts';
import { measureCertificates } from './measure-certificates.ts';

it('the metric has the expiry of each certificate, and follows a change of it', async () => {
  const authority = makeAuthority();
  const leaf = (days: number): string => authority.issue({ names: ['DNS:localhost'], days }).cert;
  let serving = leaf(10);
  const metrics = createMetrics({ release: '1.24', logger: silentLogger });
  measureCertificates(
    metrics,
    createCertificateEnds({ chains: { serving: () => serving, 'etcd-client': () => undefined } }),
  );
  const daysLeft = async (): Promise<number> => {
    const { text } = await metrics.print();
    expect(text).not.toContain('etcd-client');
    const end = /^keelson_certificate_expiration_timestamp_seconds\{certificate="serving"\} (\S+)$/m.exec(text)?.[1];
    return (Number(end) - Date.now() / 1_000) / 86_400;
  };
  expect(Math.round(await daysLeft())).toBe(10);
  serving = leaf(30);
  expect(Math.round(await daysLeft())).toBe(30);
  authority.close();
});

it('of a bundle of authorities the first end counts, wherever it stands, and of a chain that of its first certificate', () => {
  const authority = makeAuthority();
  const [late, soon] = [30, 10].map((days) => authority.issue({ names: ['DNS:localhost'], days }).cert.trim() + '\n');
  if (late === undefined || soon === undefined) throw new Error('no certificates');
  const ends = createCertificateEnds({
    chains: { serving: () => late + soon },
    bundles: {
      'client-ca': () => late + soon,
      'etcd-ca': () => Buffer.from(soon + late),
      'root-ca': () => '',
      'kubelet-ca': () => undefined,
    },
  });
  const daysLeft = [...ends()].map(([name, endMs]) => [name, Math.round((endMs - Date.now()) / 86_400_000)]);
  expect(daysLeft).toEqual([
    ['serving', 30],
    ['client-ca', 10],
    ['etcd-ca', 10],
  ]);
  authority.close();
});
