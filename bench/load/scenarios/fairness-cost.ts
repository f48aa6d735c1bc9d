/**
 * The cost of priority and fairness for a get and a create, beside `--enable-priority-and-fairness=false`. The user is one of many, whose level has seats and queues: administrators are exempt.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { median } from '../../measure.ts';
import type { Generator } from '../generator/start-generator.ts';
import { measureScenario } from '../measure-scenario.ts';
import { prepare } from '../prepare.ts';
import type { KeelsonHome } from '../servers/keelson.ts';
import { ask, type Target } from '../servers/target.ts';
import { base, configMaps, configMapText } from './scenario.ts';
import type { Scenario } from './scenario.ts';
import type { Figure } from './special.ts';

const withoutFairness = '--enable-priority-and-fairness=false';

export const fairnessName = 'priority and fairness';

export interface FairnessSizes {
  readonly objects: number;
  readonly pairs: number;
  readonly rounds: number;
  readonly durationMs: number;
  readonly creates: number;
}

export const usualFairness: FairnessSizes = {
  objects: 500,
  pairs: 7,
  rounds: 5,
  durationMs: 1_000,
  creates: 2_000,
};
export const briefFairness: FairnessSizes = { objects: 50, pairs: 1, rounds: 1, durationMs: 100, creates: 50 };

const [admin, user, token] = ['bench-token', 'bench-user', 'bench-user-token'];

/** Processes of the same program differ by several percent, so that rounds of one pair of them do not tell. */
export async function measureFairness(
  open: () => Promise<KeelsonHome>,
  generator: Generator,
  sizes: FairnessSizes,
): Promise<Figure[]> {
  const scenarios = [getting(sizes), creating(sizes)];
  const ratios = new Map<string, number[]>(scenarios.map(({ name }) => [name, []]));
  for (let pair = 0; pair < sizes.pairs; pair += 1) {
    const { objects } = sizes;
    const fair = await start({ home: await open(), generator, objects }, 'fair');
    const limited = await start({ home: await open(), generator, objects }, 'limited', withoutFairness);
    for (const scenario of scenarios) {
      const rounds = await measureScenario({ ...scenario, rounds: sizes.rounds }, [fair, limited], generator);
      const failed = rounds.reduce((sum, round) => sum + round.failed, 0);
      if (failed > 0) throw new Error(`${failed} requests of "${scenario.name}" failed`);
      const cpuOf = (name: string): number =>
        median(rounds.filter(({ target }) => target === name).map(({ cpuMsPerThousand }) => cpuMsPerThousand));
      ratios.get(scenario.name)?.push(cpuOf('fair') / cpuOf('limited'));
    }
    for (const target of [fair, limited]) await target.close();
  }
  return [...ratios].map(([name, of]) => ({
    what: `${fairnessName}: CPU of a ${name}, at most 1.04`,
    target: 'to one without',
    value: median(of),
    unit: '×',
  }));
}

interface Started {
  readonly home: KeelsonHome;
  readonly generator: Generator;
  readonly objects: number;
}

async function start(
  { home, generator, objects }: Started,
  name: string,
  ...flags: readonly string[]
): Promise<Awaited<ReturnType<KeelsonHome['start']>>> {
  const tokens = join(home.folder, 'users.csv');
  await writeFile(tokens, `${admin},bench,1,"system:masters"\n${token},${user},2\n`);
  const target = await home.start('--token-auth-file', tokens, ...flags);
  await prepare(target, generator, objects);
  await grant(target);
  return { ...target, name, server: { ...target.server, token } };
}

function getting({ objects, durationMs }: FairnessSizes): Scenario {
  return {
    name: 'get',
    unit: 'requests',
    job: (server) => ({
      ...{ kind: 'requests', server, connections: 16, durationMs },
      mix: [{ path: `${configMaps}/object-{n}`, below: objects, base }],
    }),
  };
}

function creating({ creates }: FairnessSizes): Scenario {
  return {
    name: 'create',
    unit: 'requests',
    job: (server, round) => ({
      ...{ kind: 'requests', server, connections: 16, count: creates, from: round * creates },
      mix: [{ method: 'POST', path: configMaps, body: configMapText('fair-{n}') }],
    }),
  };
}

async function grant(target: Target): Promise<void> {
  const group = 'rbac.authorization.k8s.io';
  const { status, body } = await ask(target, 'POST', `/apis/${group}/v1/clusterrolebindings`, {
    metadata: { name: 'bench-fairness' },
    roleRef: { apiGroup: group, kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ apiGroup: group, kind: 'User', name: user }],
  });
  if (status !== 201) throw new Error(`${target.name}: ${body}`);
}
