/** The cost of definitions: the time until one is served, and the memory and start of many before they are used. */
import { median } from '../../measure.ts';
import type { KeelsonHome } from '../servers/keelson.ts';
import { processUse } from '../servers/process-use.ts';
import { ask } from '../servers/target.ts';
import type { Target } from '../servers/target.ts';
import { becomesServed } from './custom-objects.ts';
import { definitionOf, definitions } from './measured-kind.ts';
import type { Figure } from './special.ts';

export interface DefinitionSizes {
  readonly definitions: number;
  readonly starts: number;
}

/** With 48 fields a definition has 5 KB. */
const fields = Array.from({ length: 48 }, (_, index) => `field${10 + index}`);
const groups = 50;
const atOnce = 16;
/** By then the garbage of a start is collected. */
const settleMs = 1_000;

function definitionNumber(number: number): { readonly body: object; readonly path: string } {
  const group = `group${number % groups}.bench.example.com`;
  const plural = `things${number}`;
  return { body: definitionOf(plural, `Thing${number}`, group, fields), path: `/apis/${group}/v1/${plural}` };
}

/** From the answer to a create of a definition to the first list of its kind. */
export async function measureServedWithin(target: Target, times: number): Promise<Figure[]> {
  const measured: number[] = [];
  for (let number = 0; number < times; number += 1) {
    const { body, path } = definitionNumber(1_000_000 + number);
    const { status, body: answer } = await ask(target, 'POST', definitions, body);
    if (status !== 201 && status !== 409) throw new Error(`${target.name}: ${answer}`);
    const began = performance.now();
    if (!(await becomesServed(target, path))) throw new Error(`${target.name} does not serve ${path}`);
    if (status === 201) measured.push(performance.now() - began);
  }
  const what = 'a definition is served after';
  return [
    { what, target: target.name, value: median(measured), unit: 'ms' },
    { what: `${what}, at most`, target: target.name, value: Math.max(...measured), unit: 'ms' },
  ];
}

/** Starts over an empty store and over a full one: what differs is what the definitions take. */
export async function measureManyDefinitions(
  home: KeelsonHome,
  { definitions: count, starts }: DefinitionSizes,
): Promise<Figure[]> {
  const empty = await measureStarts(home, starts);
  const filled = await home.start();
  await makeDefinitions(filled, count);
  await filled.close();
  const full = await measureStarts(home, starts);
  const kilobytes = (full.residentBytes - empty.residentBytes) / count / 1_000;
  const what = `${count.toLocaleString('en-US')} definitions of 5 KB`;
  return [
    { what: `start to ready, ${what}`, target: home.name, value: full.startMs, unit: 'ms' },
    { what: `resident memory of each of ${what}, unused`, target: home.name, value: kilobytes, unit: 'KB' },
  ];
}

async function measureStarts(home: KeelsonHome, starts: number): Promise<{ startMs: number; residentBytes: number }> {
  const times: number[] = [];
  const sizes: number[] = [];
  for (let start = 0; start < starts; start += 1) {
    const target = await home.start();
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    times.push(target.startMs);
    if (target.pid !== undefined) sizes.push((await processUse(target.pid)).residentBytes);
    await target.close();
  }
  return { startMs: median(times), residentBytes: median(sizes) };
}

async function makeDefinitions(target: Target, count: number): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      const { body, path } = definitionNumber(next++);
      const { status, body: answer } = await ask(target, 'POST', definitions, body);
      if (status !== 201) throw new Error(`${target.name}: ${answer}`);
      if (!(await becomesServed(target, path))) throw new Error(`${target.name} does not serve ${path}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
