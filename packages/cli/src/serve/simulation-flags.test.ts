import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { serveFlags } from './flags.ts';
import { parseFlags } from './parse-flags.ts';
import { simulationOf } from './simulation-flags.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keelson-rules-'));
});

afterAll(() => rm(folder, { recursive: true }));

const read = (...args: string[]) => simulationOf(parseFlags(serveFlags, args));

async function readWith(rules: string) {
  const path = join(folder, 'rules.yaml');
  await writeFile(path, rules);
  return read('--simulate-nodes=1', `--simulate-rules=${path}`);
}

test('no nodes are simulated by default', async () => {
  expect(await read()).toBeUndefined();
  expect(await read('--simulate-nodes=3')).toEqual({
    nodes: 3,
    rules: { pods: [], nodes: [] },
    seed: 0,
    speed: 1,
    recordsEvents: true,
    bindsPods: true,
    actsAsNodes: true,
  });
});

test('flags say how nodes are simulated', async () => {
  const flags = ['--simulate-seed=7', '--simulate-speed=10', '--simulate-events=false', '--simulate-scheduler=false'];
  expect(await read('--simulate-nodes=1', ...flags)).toMatchObject({
    seed: 7,
    speed: 10,
    recordsEvents: false,
    bindsPods: false,
  });
});

test('rules are read from a file, and what is wrong in them is told with its place', async () => {
  const simulation = await readWith('pods: [{match: {namespace: prod}, runFor: 5s, exitCode: 3, failures: 2}]');
  expect(simulation?.rules.pods[0]).toMatchObject({ namespace: 'prod', labels: {} });
  expect([...(simulation?.rules.pods[0]?.settings ?? [])]).toEqual([
    ['run-for', '5s'],
    ['exit-code', '3'],
    ['failures', '2'],
  ]);
  await expect(readWith('pods: [{runFor: soon}]')).rejects.toThrow(
    'rules.yaml: pods[0].runFor: "soon" is neither a duration such as 5s nor a range such as 1s-5s',
  );
  await expect(readWith('pods: [')).rejects.toThrow('rules.yaml: line ');
  await expect(read('--simulate-nodes=1', '--simulate-rules=/nowhere')).rejects.toThrow('there is no such file');
  await expect(read('--simulate-rules=/nowhere')).rejects.toThrow('--simulate-rules needs --simulate-nodes beside it');
});
