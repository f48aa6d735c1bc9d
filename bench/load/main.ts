/** The bench over HTTP: Keelson on etcd beside a peer, or beside Keelson on its embedded store. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { compare } from './compare.ts';
import type { Comparison } from './compare.ts';
import { startGenerator } from './generator/start-generator.ts';
import type { Generator } from './generator/start-generator.ts';
import type { Job } from './generator/job.ts';
import { measureScenario } from './measure-scenario.ts';
import { prepare } from './prepare.ts';
import { printMarkdown } from './report/print-markdown.ts';
import { printSvg } from './report/print-svg.ts';
import { printComparison, printFigure } from './report/print-table.ts';
import { callouts, prepareCallouts } from './scenarios/callouts.ts';
import { compareKinds, prepareCustomObjects } from './scenarios/custom-objects.ts';
import { briefFairness, fairnessName, measureFairness, usualFairness } from './scenarios/fairness-cost.ts';
import { measureGuards } from './scenarios/guards.ts';
import { briefIsolation, floodNames, measureIsolation, usualIsolation } from './scenarios/isolation.ts';
import { briefInformers, informersName, measureInformers, usualInformers } from './scenarios/informers.ts';
import { briefJobs, jobsName, measureJobs, usualJobs } from './scenarios/jobs.ts';
import { scenariosOf } from './scenarios/kind-scenarios.ts';
import { measureManyDefinitions, measureServedWithin } from './scenarios/many-definitions.ts';
import { briefLoads, loadsName, measureEmbeddedLoad, measureEtcdLoads, usualLoads } from './scenarios/loads.ts';
import { customObjects } from './scenarios/measured-kind.ts';
import type { MeasuredKind } from './scenarios/measured-kind.ts';
import { reads } from './scenarios/reads.ts';
import { objects } from './scenarios/scenario.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { measureGrowth, measureMemory, measureReplicas, measureStart, measureStorm } from './scenarios/special.ts';
import type { Figure } from './scenarios/special.ts';
import { overHttp2, sharedStreams } from './scenarios/streams.ts';
import { watches } from './scenarios/watches.ts';
import { writes } from './scenarios/writes.ts';
import { simulationFlags, startCompanions } from './servers/companions.ts';
import { makeKeelsonHome } from './servers/keelson.ts';
import type { KeelsonHome } from './servers/keelson.ts';
import { openPeer } from './servers/peer.ts';
import { startRemote } from './servers/start-remote.ts';
import type { Target } from './servers/target.ts';

const help = `Measures servers of this API over HTTP. Without a peer, Keelson on etcd beside Keelson on its embedded store.

  PEER=URL PEER_TOKEN=TOKEN  another server, measured in turns with Keelson on etcd
  PEER_KCM=PROGRAM           its kube-controller-manager, for the scenario "jobs"
  BEFORE=CHECKOUT            another build of Keelson: each beside the other on an etcd of its own, in more rounds
  --out FOLDER               write the report there: JSON, Markdown, SVG
  --only TEXT                only scenarios whose name has this in it, such as "custom objects"
  --storm                    send the storm of lists to the peer too; not all survive it
  --smoke                    everything once and briefly: fails on what is broken, never on a time
`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean' },
    smoke: { type: 'boolean' },
    out: { type: 'string' },
    only: { type: 'string' },
    storm: { type: 'boolean' },
  },
});
if (values.help === true) {
  process.stdout.write(help);
  process.exit();
}
/** A change may cost 3 percent: rounds differ by more, so that it takes many of them to see that. */
const roundsOfBuilds = 9;

const isSmoke = values.smoke === true;
const starts = isSmoke ? 1 : 5;
const peerUrl = process.env['PEER'] ?? '';
const otherBuild = process.env['BEFORE'] ?? '';
const isWanted = (name: string): boolean => values.only === undefined || name.includes(values.only);
const adapt = isSmoke ? brief : otherBuild === '' ? unchanged : besideBuild;
const scenarios = [...reads, ...writes, ...watches, ...overHttp2].filter(({ name }) => isWanted(name)).map(adapt);
const chosenOf = (kind: MeasuredKind): readonly Scenario[] =>
  scenariosOf(kind)
    .filter(({ name }) => isWanted(nameOfCustom(name)))
    .map(adapt);
const calloutScenarios = callouts.filter(({ name }) => isWanted(name)).map(adapt);
const customScenarios = chosenOf(customObjects).map((each) => ({ ...each, name: nameOfCustom(each.name) }));
const figures: Figure[] = [];
const comparisons: Comparison[] = [];
const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Told from the scenario of ConfigMaps that has this name. */
function nameOfCustom(name: string): string {
  return `${name}: ${customObjects.name}`;
}

function unchanged(scenario: Scenario): Scenario {
  return scenario;
}

function besideBuild(scenario: Scenario): Scenario {
  return { ...scenario, rounds: roundsOfBuilds, goal: { rate: 0.97, cpu: 1.03 } };
}

const briefObjects = 600;
const briefWatchers = 50;

/** One short round, with little. */
function brief(scenario: Scenario): Scenario {
  return { ...scenario, job: (...args) => shorten(scenario.job(...args)), rounds: 1, repeats: 1 };
}

function shorten(job: Job): Job {
  if (job.kind === 'fanOut') {
    const watchPaths = job.watchPaths.slice(0, briefWatchers);
    const seenBy = Math.min(job.seenBy, briefWatchers);
    return { ...job, watchPaths, seenBy, updates: briefWatchers, objects: briefWatchers };
  }
  if (job.kind !== 'requests') return job;
  const mix = job.mix.map((work) =>
    work.below === undefined ? work : { ...work, below: Math.min(work.below, briefObjects) },
  );
  return { ...job, mix, ...(job.count === undefined ? { durationMs: 200 } : { count: 100 }) };
}

function note(figure: Figure): void {
  figures.push(figure);
  say(printFigure(figure));
}

async function measureAll(targets: readonly Target[], generator: Generator): Promise<void> {
  if (scenarios.length > 0) await measureConfigMaps(targets, generator);
  if (customScenarios.length > 0) await measureCustomObjects(targets, generator);
}

function conclude(comparison: Comparison): void {
  comparisons.push(comparison);
  say(printComparison(comparison));
}

async function measureConfigMaps(targets: readonly Target[], generator: Generator): Promise<void> {
  for (const target of targets) {
    say(`preparing ${target.name}`);
    await prepare(target, generator, isSmoke ? briefObjects : undefined);
    note(await measureMemory(target, 'resident memory, prepared'));
  }
  for (const scenario of scenarios) {
    conclude(compare(scenario, await measureScenario(scenario, targets, generator)));
  }
  for (const target of targets) note(await measureMemory(target, 'resident memory, after all of the above'));
}

/** After the others, so that their figures are of a server that holds nothing else. */
async function measureCustomObjects(targets: readonly Target[], generator: Generator): Promise<void> {
  for (const target of targets) {
    say(`preparing ${customObjects.name} of ${target.name}`);
    if (!(await prepareCustomObjects(target, generator, isSmoke ? briefObjects : objects))) {
      say(`${target.name} serves no definitions: ${customObjects.name} are left out`);
      return;
    }
  }
  for (const scenario of customScenarios) {
    conclude(compare(scenario, await measureScenario(scenario, targets, generator)));
  }
  for (const target of targets) for (const figure of await measureServedWithin(target, isSmoke ? 2 : 20)) note(figure);
  const [first] = targets;
  if (first !== undefined && otherBuild === '') await compareKinds(first, generator, chosenOf, conclude);
}

/** Last: webhooks are asked from then on. */
async function measureCallouts(targets: readonly Target[], generator: Generator): Promise<void> {
  const remote = await startRemote((process.env['REMOTE'] ?? 'both') as 'both');
  try {
    for (const target of targets) {
      if (await prepareCallouts(target, remote, isSmoke ? 20 : 1_000)) continue;
      say(`${target.name} proxies no requests: callouts are left out`);
      return;
    }
    for (const scenario of calloutScenarios) {
      conclude(compare(scenario, await measureScenario(scenario, targets, generator)));
    }
  } finally {
    remote.close();
  }
}

/** One after the other, so that no scenario competes with another one. */
async function measureJobsOfAll(home: KeelsonHome): Promise<void> {
  const sizes = isSmoke ? briefJobs : usualJobs;
  const target = await home.start(...(await simulationFlags(home.folder)));
  for (const figure of await measureJobs(target, sizes)) note(figure);
  await target.close();
  const manager = process.env['PEER_KCM'] ?? '';
  if (peerUrl === '' || manager === '') return;
  const peer = await openPeer(peerUrl, process.env['PEER_TOKEN'] ?? '');
  const stop = await startCompanions(peer, home.folder, manager);
  try {
    for (const figure of await measureJobs(peer, sizes)) note(figure);
  } finally {
    await stop();
  }
}

async function measureKeelsonAlone(home: KeelsonHome, generators: readonly Generator[]): Promise<void> {
  note(await measureStart(home, 'start to ready, empty', starts));
  const [generator] = generators;
  const grown = await home.start();
  if (generator !== undefined) {
    for (const figure of await measureGrowth(grown, generator, isSmoke ? [100, 200] : [1_000, 10_000, 100_000]))
      note(figure);
  }
  await grown.close();
  note(await measureStart(home, `start to ready, ${isSmoke ? 200 : '100,000'} objects`, starts));
}

async function writeReport(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'bench.json'), `${JSON.stringify({ comparisons, figures }, undefined, 2)}\n`);
  await writeFile(join(folder, 'bench.md'), printMarkdown(comparisons, figures));
  const servers = comparisons.filter(({ summaries }) => summaries[0]?.target !== customObjects.name);
  const peer = servers[0]?.summaries.at(-1)?.target ?? 'the other';
  await writeFile(join(folder, 'bench.svg'), printSvg(servers, peer));
  say(`written to ${folder}: bench.json, bench.md, bench.svg`);
}

const homes: KeelsonHome[] = [];
const generators = Array.from({ length: 3 }, startGenerator);
const open = async (store: 'embedded' | 'etcd', checkout?: string): Promise<KeelsonHome> => {
  const home = await makeKeelsonHome(store, checkout);
  homes.push(home);
  return home;
};
/** To be given to a peer as well: it allows a quarter otherwise. */
const manyStreams = [`--http2-max-streams-per-connection=${String(sharedStreams)}`];
const openSecond = async (): Promise<Target> => {
  if (peerUrl !== '') return openPeer(peerUrl, process.env['PEER_TOKEN'] ?? '');
  return (await (otherBuild === '' ? open('embedded') : open('etcd', otherBuild))).start(...manyStreams);
};
try {
  const [generator] = generators;
  if (generator === undefined) throw new Error('there is no generator');
  const etcd = await open('etcd');
  const first = await etcd.start(...manyStreams);
  const second = await openSecond();
  await measureAll([first, second], generator);
  // A peer may need all the memory there is for this, and take the machine with it.
  const stormed = peerUrl === '' || values.storm === true ? [first, second] : [first];
  for (const target of isSmoke || otherBuild !== '' || !isWanted('list storm') ? [] : stormed) {
    for (const figure of await measureStorm(target, generator)) note(figure);
  }
  if (otherBuild === '' && floodNames().some(isWanted)) {
    if (scenarios.length === 0)
      for (const target of [first, second]) await prepare(target, generator, isSmoke ? briefObjects : undefined);
    const sizes = isSmoke ? briefIsolation : usualIsolation;
    const isolating = measureIsolation([first, second], generators, { isWanted, sizes, tellRound: say });
    for await (const figure of isolating) note(figure);
  }
  if (calloutScenarios.length > 0) await measureCallouts([first, second], generator);
  await first.close();
  if (isWanted(informersName) && otherBuild === '') {
    const sizes = isSmoke ? briefInformers : usualInformers;
    for (const figure of await measureInformers(await open('etcd'), generator, sizes)) note(figure);
  }
  if (isWanted(fairnessName) && otherBuild === '') {
    const sizes = isSmoke ? briefFairness : usualFairness;
    for (const figure of await measureFairness(() => open('embedded'), generator, sizes)) note(figure);
  }
  if (isWanted(loadsName) && otherBuild === '') {
    const sizes = isSmoke ? briefLoads : usualLoads;
    for (const figure of await measureEmbeddedLoad(await open('embedded'), generator, sizes)) note(figure);
    for (const figure of await measureEtcdLoads(() => open('etcd'), generator, sizes)) note(figure);
  }
  if (isWanted(jobsName) && otherBuild === '') await measureJobsOfAll(await open('etcd'));
  if (customScenarios.length > 0 && otherBuild === '') {
    const sizes = isSmoke ? { definitions: 20, starts: 1 } : { definitions: 1_000, starts };
    for (const figure of await measureManyDefinitions(await open('etcd'), sizes)) note(figure);
  }
  if (values.only === undefined && otherBuild === '') {
    await measureKeelsonAlone(await open('embedded'), generators);
    for (const figure of await measureReplicas(await open('etcd'), generators)) note(figure);
    const sizes = isSmoke
      ? { roles: 10, bindings: 100, tokens: 100, rounds: 1 }
      : { roles: 1_000, bindings: 5_000, tokens: 10_000, rounds: 9 };
    for (const figure of await measureGuards(() => open('embedded'), generator, sizes)) note(figure);
  }
  if (values.out !== undefined) await writeReport(values.out);
  const failed = comparisons.flatMap(({ summaries }) => summaries).reduce((sum, { failed: each }) => sum + each, 0);
  if (failed > 0) {
    say(`${failed} requests failed`);
    process.exitCode = 1;
  }
} finally {
  for (const generator of generators) generator.close();
  for (const home of homes) await home.remove();
}
