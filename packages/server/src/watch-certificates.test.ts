import { afterEach, expect, it } from '@jest/globals';
import { silentLogger } from '@keelson/telemetry';

import { watchCertificates, type CertificateWatch } from './watch-certificates.ts';

const dayMs = 86_400_000;
let watch: CertificateWatch;
afterEach(() => watch.stop());

function open(certificateEnds: () => ReadonlyMap<string, number>): readonly string[] {
  const told: string[] = [];
  const note = (message: string, { certificate }: Readonly<Record<string, unknown>> = {}): void => {
    told.push(`${message}: ${String(certificate)}`);
  };
  const logger = { ...silentLogger, warn: note, error: note };
  watch = watchCertificates({ certificateEnds, logger, now: () => 0 });
  return told;
}

it('certificates are well until two weeks before they end', () => {
  const told = open(() => new Map([['serving', 15 * dayMs]]));
  expect(watch.check()).toBeUndefined();
  expect(told).toEqual([]);
});

it('the check and the log name those that end soon and those that have ended', () => {
  const ends = new Map([
    ['serving', 365 * dayMs],
    ['etcd-client', 13 * dayMs],
    ['signing', -dayMs],
  ]);
  const told = open(() => ends);
  expect(watch.check()).toBe(
    'etcd-client ends at 1970-01-14T00:00:00.000Z; signing has ended at 1969-12-31T00:00:00.000Z',
  );
  expect(told).toEqual(['a certificate ends soon: etcd-client', 'a certificate has ended: signing']);
});

it('the check passes again once a certificate was renewed', () => {
  let endMs = dayMs;
  open(() => new Map([['serving', endMs]]));
  expect(watch.check()).toContain('serving ends at');
  endMs = 90 * dayMs;
  expect(watch.check()).toBeUndefined();
});
