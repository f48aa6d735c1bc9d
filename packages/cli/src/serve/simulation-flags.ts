/** Flags of simulated nodes, and the file of rules that one of them names. */
import { readFile } from 'node:fs/promises';

import { noRules, parseSimulationRules, type NodeSimulationOptions } from '@keelson/controllers';
import type { ServerConfiguration } from '@keelson/server';

import { UsageError } from '../terminal.ts';
import type { Flag } from './flag.ts';

const group = 'Simulated nodes';

export const simulationFlags = {
  'simulate-nodes': {
    kind: 'count',
    group,
    value: 'NUMBER',
    default: 0,
    maximum: 5_000,
    about:
      'the number of nodes to simulate: pods are bound to them, run, become ready and end, as far as the API shows',
  },
  'simulate-rules': {
    kind: 'text',
    group,
    value: 'FILE',
    about: 'which pods take how long, fail, or never become ready, and what the nodes are like, in YAML or JSON',
  },
  'simulate-seed': {
    kind: 'count',
    group,
    value: 'NUMBER',
    default: 0,
    about: 'the seed of what is drawn: the same pods in the same order get the same nodes, times and failures',
  },
  'simulate-speed': {
    kind: 'count',
    group,
    value: 'FACTOR',
    default: 1,
    minimum: 1,
    maximum: 1_000_000,
    about: 'how many times faster than said pods start, run, back off and stop',
  },
  'simulate-events': {
    kind: 'switch',
    group,
    default: true,
    about: 'record the events of a scheduler and of kubelets',
  },
  'simulate-scheduler': {
    kind: 'switch',
    group,
    default: true,
    about: 'bind pending pods to nodes; false where kube-scheduler does',
  },
} as const satisfies Readonly<Record<string, Flag>>;

interface SimulationValues {
  readonly 'simulate-nodes': number;
  readonly 'simulate-rules': string | undefined;
  readonly 'simulate-seed': number;
  readonly 'simulate-speed': number;
  readonly 'simulate-events': boolean;
  readonly 'simulate-scheduler': boolean;
}

export async function simulationOf(values: SimulationValues): Promise<ServerConfiguration['simulation']> {
  const nodes = values['simulate-nodes'];
  const path = values['simulate-rules'];
  if (nodes === 0) {
    if (path !== undefined) throw new UsageError('--simulate-rules needs --simulate-nodes beside it');
    return undefined;
  }
  return {
    nodes,
    rules: await readRules('simulate-rules', path),
    seed: values['simulate-seed'],
    speed: values['simulate-speed'],
    recordsEvents: values['simulate-events'],
    bindsPods: values['simulate-scheduler'],
    actsAsNodes: true,
  };
}

/** Rejects with a UsageError that names the flag. */
export async function readRules(flag: string, path: string | undefined): Promise<NodeSimulationOptions['rules']> {
  if (path === undefined) return noRules;
  const parsed = parseSimulationRules(await readText(flag, path));
  if (!parsed.ok) throw new UsageError(`--${flag} ${path}: ${parsed.message}`);
  return parsed.rules;
}

async function readText(flag: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(`--${flag} ${path}: ${code === 'ENOENT' ? 'there is no such file' : message}`, {
      cause: error,
    });
  }
}
