/**
 * A server of release 1.20 and this one are asked the same, thousands of times: objects of every kind that both serve are
 * made, then updated, patched, applied, deleted, read and listed in ways that are odd in one place. Skipped unless
 * KEELSON_PEER_URL and KEELSON_PEER_TOKEN name such a server. KEELSON_CASES is the number of requests (20,000),
 * KEELSON_SEED chooses them, KEELSON_KINDS limits their kinds, KEELSON_RELEASE=1.20 takes the versions that later
 * releases lack, and KEELSON_REPORT names the file for each disagreement.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { openTestClient, type TestClient, type TestResponse } from '@keelson/testkit/client';
import { describe, expect, it } from '@jest/globals';

import { differencesOf } from './support/answer-difference.ts';
import { useHomes } from './support/homes.ts';
import { reasonFor } from './support/known-differences.ts';
import { seeded } from './support/random.ts';
import { objectOf, ownUid, ownVersion, tellStory, type Example, type Step } from './support/request-stories.ts';

const {
  KEELSON_PEER_URL: url,
  KEELSON_PEER_TOKEN: token = '',
  KEELSON_CASES,
  KEELSON_SEED,
  KEELSON_KINDS,
  KEELSON_RELEASE,
  KEELSON_REPORT,
} = process.env;
const count = Number(KEELSON_CASES ?? 20_000);
const seed = Number(KEELSON_SEED ?? 1);
const kinds = KEELSON_KINDS?.split(',');
const newHome = useHomes();
const storiesAtOnce = 4;
/** Names are new in each run, since the peer may still hold those of an earlier one. */
const prefix = `s${Date.now().toString(36)}x`;

/** Of one server: the object of a story as it was seen last. */
interface Side {
  readonly client: TestClient;
  uid: string;
  version: string;
}

async function askSide(side: Side, { method, path, body, headers }: Step): Promise<TestResponse> {
  const own = (text: string) => text.replaceAll(ownVersion, side.version).replaceAll(ownUid, side.uid);
  const sent = body === undefined ? {} : { body: own(JSON.stringify(body)) };
  const answer = await side.client.ask(own(path), {
    method,
    ...sent,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
  return answer;
}

async function look(side: Side, path: string): Promise<void> {
  const { status, body } = await side.client.ask(path);
  if (status !== 200) return;
  const { metadata } = JSON.parse(body) as { metadata?: { uid?: string; resourceVersion?: string } };
  side.uid = metadata?.uid ?? '';
  side.version = metadata?.resourceVersion ?? '';
}

/** A server that hangs up has the status 0: releases up to 1.20 panic over some patches, and stay up. */
function takeHangUps(client: TestClient): TestClient {
  const noAnswer = (error: unknown): TestResponse => {
    const body = error instanceof Error ? error.message : String(error);
    return { status: 0, headers: {}, bytes: Buffer.from(body), body };
  };
  return { ...client, ask: (path, request) => client.ask(path, request).catch(noAnswer) };
}

interface Found {
  asked: number;
  readonly counts: Map<string, number>;
  readonly explained: Map<string, number>;
  readonly disagreements: string[];
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

interface Story {
  readonly sides: readonly [Side, Side];
  readonly example: Example;
  readonly name: string;
  readonly steps: readonly Step[];
}

/** Ends at the first request after which the objects may be different ones. */
async function live({ sides, example, name, steps }: Story, found: Found): Promise<void> {
  const item = `${example.path}/${name}`;
  const first: Step = { about: 'create', method: 'POST', path: example.path, body: objectOf(example, name) };
  for (const step of [first, ...steps]) {
    if (JSON.stringify([step.path, step.body]).includes('${')) await Promise.all(sides.map((side) => look(side, item)));
    const [ours, theirs] = await Promise.all([askSide(sides[0], step), askSide(sides[1], step)]);
    const differences = differencesOf(ours, theirs);
    note(found, { kind: example.kind, step }, differences);
    const isOver = step.about !== 'create' && ours.status === 404;
    if (isOver || differences.some((each) => each.startsWith('status'))) break;
  }
  await Promise.all(sides.map(({ client }) => removeAll(client, item)));
}

function note(found: Found, { kind, step }: { kind: string; step: Step }, differences: readonly string[]): void {
  const { about, method, path, headers = {}, body } = step;
  found.asked++;
  add(found.counts, about);
  if (differences.length > 0) add(found.counts, `${about}, different`);
  for (const difference of differences) {
    const reason = reasonFor({ kind, step, difference });
    if (reason !== undefined) add(found.explained, reason);
    else {
      const request = `${method} ${path} ${JSON.stringify(headers)} ${JSON.stringify(body)}`;
      found.disagreements.push(`${about} ${kind} ${difference} <- ${request}`);
    }
  }
}

async function removeAll(client: TestClient, item: string): Promise<void> {
  const headers = { 'Content-Type': 'application/merge-patch+json' };
  await client.ask(item, { method: 'PATCH', body: JSON.stringify({ metadata: { finalizers: null } }), headers });
  await client.ask(`${item}?gracePeriodSeconds=0&propagationPolicy=Background`, { method: 'DELETE' });
}

async function compare(clients: readonly [TestClient, TestClient], examples: readonly Example[]): Promise<Found> {
  const found: Found = { asked: 0, counts: new Map(), explained: new Map(), disagreements: [] };
  let begun = 0;
  const run = async (): Promise<void> => {
    while (found.asked < count) {
      const index = begun++;
      const random = seeded(seed * 1_000_003 + index);
      const example = examples[index % examples.length] ?? random.pick(examples);
      const name = `${prefix}${index}`;
      const side = (client: TestClient): Side => ({ client, uid: '', version: '' });
      const sides = [side(clients[0]), side(clients[1])] as const;
      await live({ sides, example, name, steps: tellStory(example, name, random) }, found);
    }
  };
  await Promise.all(Array.from({ length: storiesAtOnce }, run));
  return found;
}

(url === undefined ? describe.skip : describe)('beside a server of 1.20', () => {
  it('answers every request as that does, or differs for a reason', async () => {
    const text = await readFile(
      join(
        import.meta.dirname,
        'support',
        KEELSON_RELEASE === undefined ? 'rule-examples.json' : 'old-version-examples.json',
      ),
      'utf8',
    );
    const examples = (JSON.parse(text) as Example[]).filter(({ kind }) => kinds?.includes(kind) ?? true);
    const home = await newHome();
    const server = await home.start(
      '--disable-admission-plugins=ServiceAccount',
      '--controllers=',
      '--service-cluster-ip-range=10.0.0.0/24',
      ...(KEELSON_RELEASE === undefined ? [] : [`--emulated-version=${KEELSON_RELEASE}`]),
    );
    const peer = openTestClient({
      url: url ?? '',
      connections: { rejectUnauthorized: false, maxSockets: storiesAtOnce },
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'User-Agent': 'e2e' },
    });
    try {
      const ours: TestClient = { ask: (path, request) => server.ask(path, request), close: () => undefined };
      const { counts, explained, disagreements } = await compare([ours, takeHangUps(peer)], examples);
      console.info(Object.fromEntries([...counts].sort()), 'explained:', Object.fromEntries(explained));
      if (KEELSON_REPORT !== undefined) await writeFile(KEELSON_REPORT, disagreements.join('\n'));
      expect(disagreements).toEqual([]);
    } finally {
      peer.close();
    }
  }, 3_600_000);
});
