/** Custom objects: beside another server, and beside ConfigMaps that hold as much on the same server. */
import { compare } from '../compare.ts';
import type { Comparison } from '../compare.ts';
import type { Generator } from '../generator/start-generator.ts';
import { measureInTurns } from '../measure-scenario.ts';
import { makeNamespace } from '../prepare.ts';
import { ask } from '../servers/target.ts';
import type { Target } from '../servers/target.ts';
import { customObjects, definitions, likeConfigMaps, likeNamespace, widgetDefinition } from './measured-kind.ts';
import type { MeasuredKind } from './measured-kind.ts';
import { base, namespace } from './scenario.ts';
import type { Scenario } from './scenario.ts';

const watchedObjects = 100;
/** Custom objects may cost a quarter more than ConfigMaps. Rates depend on what else the machine does in that second. */
const goal = { cpu: 1.25 };
const patienceMs = 10_000;

/** Returns false for a server that does not serve definitions. */
export async function prepareCustomObjects(target: Target, generator: Generator, count: number): Promise<boolean> {
  await ask(target, 'POST', definitions, widgetDefinition);
  if (!(await becomesServed(target, customObjects.collection))) return false;
  for (const name of [namespace, likeNamespace]) await makeNamespace(target, name);
  for (const kind of [customObjects, likeConfigMaps]) await fill(target, kind, generator, count);
  return true;
}

async function fill({ server }: Target, kind: MeasuredKind, generator: Generator, count: number): Promise<void> {
  const { collection: path } = kind;
  const make = { kind: 'requests', server, connections: 32, from: -1 } as const;
  await generator.run({ ...make, count, mix: [{ method: 'POST', path, body: kind.text('object-{n}'), base }] });
  await generator.run({
    ...make,
    count: watchedObjects,
    mix: [{ method: 'POST', path, body: kind.text('watched-{n}') }],
  });
}

export async function becomesServed(target: Target, path: string): Promise<boolean> {
  const endMs = performance.now() + patienceMs;
  while (performance.now() < endMs) if ((await ask(target, 'GET', `${path}?limit=1`)).status === 200) return true;
  return false;
}

/** `chosenOf` gives the scenarios of a kind, the same of each and in the same order. */
export async function compareKinds(
  target: Target,
  generator: Generator,
  chosenOf: (kind: MeasuredKind) => readonly Scenario[],
  say: (comparison: Comparison) => void,
): Promise<void> {
  const others = chosenOf(likeConfigMaps);
  for (const [index, scenario] of chosenOf(customObjects).entries()) {
    const other = others[index];
    if (other === undefined) throw new Error('the kinds have different scenarios');
    const contestants = [
      { target: { ...target, name: customObjects.name }, job: scenario.job },
      { target: { ...target, name: likeConfigMaps.name }, job: other.job },
    ];
    const rounds = await measureInTurns(contestants, scenario, generator);
    say(compare({ ...scenario, goal }, rounds));
  }
}
