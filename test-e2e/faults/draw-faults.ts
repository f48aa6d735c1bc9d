/** Faults, one after the other, drawn from a seed. Each is over, and mended, when its call resolves. */
import { request } from 'node:https';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { eventually } from '../support/eventually.ts';
import type { Random } from '../support/random.ts';
import type { Fault, FaultKind } from './check/explanations.ts';
import { findDifference } from './compare-members.ts';
import type { FaultMaker, FaultParts } from './fault-parts.ts';
import { ofReplicas, ofWorkers } from './replica-faults.ts';
import type { World } from './world.ts';

const pickMember = ({ world, random }: FaultParts) => random.pick(world.members);

const ofStore: Readonly<Partial<Record<FaultKind, FaultMaker>>> = {
  'kill-member': async (parts, lastingMs) => {
    const { name, process } = pickMember(parts);
    await process.kill();
    await delay(lastingMs);
    process.start();
    return name;
  },
  'pause-member': async (parts, lastingMs) => {
    const { name, process } = pickMember(parts);
    process.signal('SIGSTOP');
    await delay(lastingMs);
    process.signal('SIGCONT');
    return name;
  },
  'move-leader': async ({ world, random }) => {
    const members = await statuses(world);
    const leader = members.find(({ leads }) => leads);
    const to = random.pick(members.filter(({ leads }) => !leads));
    if (leader !== undefined) await world.etcdctl(['move-leader', to.id], leader.url);
    return to.id;
  },
  'restart-store': async ({ world }) => {
    await Promise.all(world.members.map(({ process }) => process.kill()));
    for (const { process } of world.members) process.start();
    return 'all';
  },
  compact: async (parts) => {
    const { world, history, random } = parts;
    // The reader of the history has to be past it.
    const revision = Math.max(1, history.revision() - random.below(50));
    await world.etcdctl(['compact', String(revision)]);
    await world.etcdctl(['defrag'], world.memberUrl(pickMember(parts).name)).catch(() => '');
    return String(revision);
  },
  'no-space': async (parts, lastingMs) => {
    const { world } = parts;
    const member = pickMember(parts).name;
    const [own] = (await statuses(world)).filter(({ url }) => url === world.memberUrl(member));
    if (own === undefined) return member;
    await raiseNoSpace(world, own);
    await delay(lastingMs / 4);
    await eventually(() => endAlarm(world), 60_000);
    return member;
  },
};

/**
 * etcd 3.4 stores how much of its log it has applied with its next write, and not with a refusal. A member that is
 * killed after an alarm has ended and before another write applies the refused writes once more when it starts, now
 * without the alarm: it stores them, and differs from the others from then on. So a write ends the alarm here, and the
 * members get the time to store it (100 ms, `--backend-batch-interval`).
 */
async function endAlarm(world: World): Promise<void> {
  await world.etcdctl(['alarm', 'disarm']);
  await world.etcdctl(['put', '/faults/alarm-is-over', '']);
  for (const { name } of world.members) await world.etcdctl(['get', '/faults/alarm-is-over'], world.memberUrl(name));
  await delay(500);
}

interface MemberStatus {
  readonly url: string;
  /** In hexadecimal. */
  readonly id: string;
  readonly leads: boolean;
}

async function statuses(world: World): Promise<readonly MemberStatus[]> {
  const text = await world.etcdctl(['endpoint', 'status', '--write-out=simple']);
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [url = '', id = '', , , leads] = line.split(', ');
      return { url, id, leads: leads === 'true' };
    });
}

/** As a member does whose disk is full. Its gateway takes identifiers as decimal texts. */
async function raiseNoSpace({ folder }: World, { url, id }: MemberStatus): Promise<void> {
  const [ca, cert, key] = await Promise.all(
    ['etcd/ca.crt', 'apiserver-etcd-client.crt', 'apiserver-etcd-client.key'].map((name) =>
      readFile(join(folder, 'pki', name)),
    ),
  );
  const body = JSON.stringify({ action: 'ACTIVATE', memberID: BigInt(`0x${id}`).toString(), alarm: 'NOSPACE' });
  await new Promise<void>((resolve, reject) => {
    const options = { method: 'POST', ca, cert, key, agent: false as const, timeout: 5_000 };
    const sent = request(`${url}/v3/maintenance/alarm`, options, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`alarm: ${String(response.statusCode)}`));
      });
    });
    sent.on('timeout', () => sent.destroy(new Error('alarm: no answer')));
    sent.on('error', reject);
    sent.end(body);
  });
}

export interface Drawn {
  readonly faults: readonly Fault[];
  /** Between the members of the store, after the last of these faults. */
  readonly difference: string | undefined;
}

/** Two rows at once: one fault of replicas and one of the store. Each kind comes once before any comes again. */
export async function drawFaults(parts: FaultParts, signal: AbortSignal): Promise<Drawn> {
  const faults: Fault[] = [];
  let difference: string | undefined;
  const without = parts.world.hasFakeClock ? [] : ['clock-jump'];
  const ofProcesses = { ...ofReplicas, ...(parts.world.workers > 1 && ofWorkers) };
  const rows = [ofProcesses, ofStore].map(async (makers) => {
    const all = Object.entries(makers).filter(([kind]) => !without.includes(kind)) as [FaultKind, FaultMaker][];
    let deck: [FaultKind, FaultMaker][] = [];
    while (!signal.aborted && difference === undefined) {
      if (deck.length === 0) deck = shuffle(all, parts.random);
      const [kind, make] = deck.pop() ?? [];
      if (kind === undefined || make === undefined) return;
      const startMs = performance.now();
      const lastingMs = 300 + parts.random.below(Math.max(1, parts.longestMs - 300));
      // The store may be without a leader after the fault before: then this one is drawn and does not happen.
      const target = await make(parts, lastingMs).catch(() => undefined);
      if (target !== undefined) faults.push({ kind, target, startMs, endMs: performance.now() });
      await delay(500 + parts.random.below(1_500));
      if (makers !== ofStore) continue;
      const found = await findDifference(parts.world);
      if (found !== undefined) difference = `after ${kind} of ${String(target)}: ${found}`;
    }
  });
  await Promise.all(rows);
  await parts.world.etcdctl(['alarm', 'disarm']).catch(() => '');
  return { faults, difference };
}

function shuffle<T>(all: readonly T[], random: Random): T[] {
  const left = [...all];
  const shuffled: T[] = [];
  while (left.length > 0) shuffled.push(...left.splice(random.below(left.length), 1));
  return shuffled;
}
