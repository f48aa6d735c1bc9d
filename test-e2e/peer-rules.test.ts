/**
 * A server of release 1.20 and this one are sent the same objects, valid ones that are changed in one place: what one
 * refuses, the other does, for the same fields. Skipped unless KEELSON_PEER_URL and KEELSON_PEER_TOKEN name such a server,
 * which is left as it was. KEELSON_CASES says how many (20,000), KEELSON_SEED which ones.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { openTestClient, type TestClient } from '@keelson/testkit/client';
import { describe, expect, it } from '@jest/globals';

import { useHomes } from './support/homes.ts';
import { mutate, type Json } from './support/mutate.ts';
import { seeded } from './support/random.ts';

const { KEELSON_PEER_URL: url, KEELSON_PEER_TOKEN: token = '', KEELSON_CASES, KEELSON_SEED } = process.env;
const count = Number(KEELSON_CASES ?? 20_000);
const random = seeded(Number(KEELSON_SEED ?? 1));
const newHome = useHomes();

interface Example {
  readonly kind: string;
  readonly path: string;
  readonly object: Readonly<Record<string, Json>>;
}

interface Reason {
  readonly kind: RegExp;
  /** Of the field that one names and the other does not. */
  readonly field: RegExp;
  readonly reason: string;
}

/** Differences of 1.24 that are right. */
const reasons: readonly Reason[] = [
  { kind: /^EndpointSlice$/, field: /nodeName$/, reason: 'the field was dropped before 1.21' },
  { kind: /^EndpointSlice$/, field: /opology$/, reason: 'the labels have another name since v1, without the zone' },
  { kind: /^Node$/, field: /^spec\.podCIDRs/, reason: 'the second network was dropped before dual stack' },
  { kind: /^PodSecurityPolicy$/, field: /Sysctls\[/, reason: 'names may have slashes since 1.23' },
  { kind: /^PersistentVolumeClaim$/, field: /^spec\.dataSource/, reason: 'dataSourceRef has the rules of dataSource' },
  {
    kind: /^Service$/,
    field: /nodePort$|^spec\.clusterIPs/,
    reason: 'addresses and ports are claimed before the rules are asked, by a dry run too',
  },
  {
    kind: /^Event$/,
    field: /^involvedObject\.namespace$/,
    reason: 'the default namespace may stand for none since 1.21',
  },
  { kind: /^Pod(Template)?$/, field: /sysctls\[/, reason: 'names may have slashes since 1.23' },
  {
    kind: /WebhookConfiguration$/,
    field: /service\.(name|namespace)$/,
    reason: 'the field that is missing is named, there the other one',
  },
  {
    kind: /^EndpointSlice$/,
    field: /addresses\[/,
    reason: 'addresses of no other host are refused since 1.21',
  },
  {
    kind: /^PodTemplate$/,
    field: /projected/,
    reason: 'sources of projected volumes have paths of their own since 1.21',
  },
  { kind: /^PodTemplate$/, field: /matchLabels$/, reason: 'selectors of affinity have paths of their own since 1.22' },
  {
    kind: /^HorizontalPodAutoscaler$/,
    field: /\.policies$/,
    reason: 'an empty list is no list, and gets the usual policies',
  },
];

/** The fields that a refusal is about; none where the object is accepted. */
async function refusedFields(client: TestClient, path: string, object: Json): Promise<readonly string[]> {
  const { status, body } = await client.ask(`${path}?dryRun=All`, { method: 'POST', body: object });
  if (status < 300) return [];
  const { details } = JSON.parse(body) as { details?: { causes?: readonly { field?: string }[] } };
  // The decoders of the two refuse in their own words.
  if (status !== 422) return [`status ${status}`];
  return [...new Set((details?.causes ?? []).map(({ field = '' }) => field))];
}

function reasonFor(kind: string, field: string): string | undefined {
  return reasons.find((each) => each.kind.test(kind) && each.field.test(field))?.reason;
}

interface Found {
  readonly disagreements: readonly string[];
  readonly explained: ReadonlyMap<string, number>;
}

async function compare(ours: TestClient, peer: TestClient, examples: readonly Example[]): Promise<Found> {
  const disagreements: string[] = [];
  const explained = new Map<string, number>();
  for (let made = 0; made < count; made++) {
    const { kind, path, object } = examples[made % examples.length] ?? random.pick(examples);
    const metadata = { ...(object['metadata'] as object | undefined), name: 'fuzzed' };
    const changed = mutate(object, random);
    const sent = { ...(changed.object as object), metadata: { ...metadata, name: 'fuzzed' } } as Json;
    const [here, there] = await Promise.all([refusedFields(ours, path, sent), refusedFields(peer, path, sent)]);
    const apart = [...here, ...there].filter((field) => !(here.includes(field) && there.includes(field)));
    for (const field of apart) {
      const reason = reasonFor(kind, field);
      if (reason === undefined) {
        disagreements.push(`${kind} ${changed.path}: ${JSON.stringify({ here, there })} ${JSON.stringify(sent)}`);
      } else explained.set(reason, (explained.get(reason) ?? 0) + 1);
    }
  }
  return { disagreements, explained };
}

(url === undefined ? describe.skip : describe)('beside a server of 1.20', () => {
  it('refuses what that refuses, and nothing else', async () => {
    const text = await readFile(join(import.meta.dirname, 'support', 'rule-examples.json'), 'utf8');
    const home = await newHome();
    const server = await home.start('--disable-admission-plugins=ServiceAccount');
    const peer = openTestClient({
      url: url ?? '',
      connections: { rejectUnauthorized: false, maxSockets: 1 },
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    });
    try {
      const ours: TestClient = { ask: (path, request) => server.ask(path, request), close: () => undefined };
      const { disagreements, explained } = await compare(ours, peer, JSON.parse(text) as Example[]);
      console.info(`${count} cases; explained:`, Object.fromEntries(explained));
      expect(disagreements).toEqual([]);
    } finally {
      peer.close();
    }
  }, 600_000);
});
