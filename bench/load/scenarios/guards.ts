/** What it adds to a get to know who asks and whether they may, and to write it down. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { median } from '../../measure.ts';
import type { Generator } from '../generator/start-generator.ts';
import { measureScenario } from '../measure-scenario.ts';
import { prepare } from '../prepare.ts';
import type { KeelsonHome } from '../servers/keelson.ts';
import { ask } from '../servers/target.ts';
import type { Target } from '../servers/target.ts';
import { base, configMaps, namespace } from './scenario.ts';
import type { Scenario } from './scenario.ts';
import type { Figure } from './special.ts';

export interface GuardSizes {
  readonly roles: number;
  readonly bindings: number;
  readonly tokens: number;
  readonly rounds: number;
}

const objects = 500;
const admin = 'bench-token';
/** One of many, with a right of one's own. */
const user = 77;

export async function measureGuards(
  open: () => Promise<KeelsonHome>,
  generator: Generator,
  sizes: GuardSizes,
): Promise<Figure[]> {
  const home = await open();
  const tokens = join(home.folder, 'many.csv');
  const lines = Array.from({ length: sizes.tokens }, (_, number) => `${tokenOf(number)},user-${number},${number}`);
  await writeFile(tokens, `${admin},bench,1,"system:masters"\n${lines.join('\n')}\n`);
  const policy = join(home.folder, 'policy.yaml');
  await writeFile(policy, 'apiVersion: audit.k8s.io/v1\nkind: Policy\nrules:\n- level: Metadata\n');
  const log = join(home.folder, 'audit.log');

  const guarded = await home.start('--token-auth-file', tokens);
  await prepare(guarded, generator, objects);
  await fillAccess(guarded, sizes);
  const audited = await startFilled(open, generator, sizes, [
    '--token-auth-file',
    tokens,
    '--audit-policy-file',
    policy,
    '--audit-log-path',
    log,
  ]);
  const unguarded = await startOpen(open, generator);
  const asUser = (target: Target, name: string): Target => ({
    ...target,
    name,
    server: { ...target.server, token: tokenOf(user) },
  });
  const targets = [asUser(audited, 'audited'), asUser(guarded, 'guarded'), { ...unguarded, name: 'open' }];
  const rounds = await measureScenario({ ...getting, rounds: sizes.rounds }, targets, generator);
  const cpuOf = (name: string): number[] =>
    rounds.filter(({ target }) => target === name).map(({ cpuMsPerThousand }) => cpuMsPerThousand);
  const ratio = (name: string, to: string): number => {
    const others = cpuOf(to);
    return median(cpuOf(name).map((cpu, round) => cpu / (others[round] ?? Number.NaN)));
  };
  const failed = rounds.reduce((sum, round) => sum + round.failed, 0);
  for (const target of [guarded, audited, unguarded]) await target.close();
  // A refusal is another piece of work.
  if (failed > 0) throw new Error(`${failed} gets were refused that should have been answered`);
  return [
    {
      what: 'CPU of a get, guarded by tokens and RBAC',
      target: 'to an open one',
      value: ratio('guarded', 'open'),
      unit: '×',
    },
    {
      what: 'CPU of a get, audited at Metadata',
      target: 'to one that is not',
      value: ratio('audited', 'guarded'),
      unit: '×',
    },
  ];
}

const getting: Scenario = {
  name: 'get',
  unit: 'requests',
  job: (server) => ({
    kind: 'requests',
    server,
    connections: 16,
    durationMs: 1_000,
    mix: [{ path: `${configMaps}/object-{n}?resourceVersion=0`, below: objects, base }],
  }),
};

function tokenOf(number: number): string {
  return `token-of-user-${number}-which-is-as-long-as-tokens-are`;
}

async function startFilled(
  open: () => Promise<KeelsonHome>,
  generator: Generator,
  sizes: GuardSizes,
  flags: readonly string[],
): Promise<Target> {
  const target = await (await open()).start(...flags);
  await prepare(target, generator, objects);
  await fillAccess(target, sizes);
  return target;
}

/** Everybody may do everything, and nobody is asked who they are. */
async function startOpen(open: () => Promise<KeelsonHome>, generator: Generator): Promise<Target> {
  const target = await (await open()).start('--authorization-mode', 'AlwaysAllow', '--anonymous-auth');
  await prepare(target, generator, objects);
  return { ...target, server: { ...target.server, token: '' } };
}

const rbac = '/apis/rbac.authorization.k8s.io/v1';

async function fillAccess(target: Target, { roles, bindings, tokens }: GuardSizes): Promise<void> {
  const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'watch'] }];
  await inTurn(roles, (number) =>
    ask(target, 'POST', `${rbac}/clusterroles`, { metadata: { name: `role-${number}` }, rules }),
  );
  await inTurn(bindings, (number) =>
    ask(target, 'POST', `${rbac}/namespaces/${namespace}/rolebindings`, {
      metadata: { name: `binding-${number}` },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: `role-${number % roles}` },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: `user-${number % tokens}` }],
    }),
  );
}

const atOnce = 16;

async function inTurn(
  count: number,
  make: (number: number) => Promise<{ status: number; body: string }>,
): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      const { status, body } = await make(next++);
      if (status !== 201) throw new Error(body);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
