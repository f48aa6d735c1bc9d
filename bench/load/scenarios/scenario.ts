/** What is measured by asking: the same job for every server, in turns. */
import type { Job, Server } from '../generator/job.ts';

export interface Scenario {
  readonly name: string;
  /** What is counted. */
  readonly unit: string;
  readonly job: (server: Server, round: number) => Job;
  readonly rounds?: number;
  /** How often a round does its job, where once is too short to be measured. */
  readonly repeats?: number;
  /** Removes what a run of the job has created. Not measured. */
  readonly undo?: Scenario['job'];
  readonly goal?: Goal;
}

/** As multiples of what the other server has: at least so many a second, at most such a p99, at most so much CPU. */
export interface Goal {
  readonly rate?: number;
  readonly p99?: number;
  readonly cpu?: number;
}

export const namespace = 'bench';
export const configMaps = `/api/v1/namespaces/${namespace}/configmaps`;

/** So that names have one length. */
export const base = 1_000_000;
export const objects = 10_000;

export function nameOf(number: number): string {
  return `object-${base + number}`;
}

const filler = 'x'.repeat(760);

/** A ConfigMap of 1 KB, as a template for `{n}`. */
export function configMapText(name: string, more = ''): string {
  return `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"${name}","labels":{"app":"bench"}},"data":{${more}"filler":"${filler}"}}`;
}

export function labelledConfigMap(number: number): object {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: nameOf(number), labels: { app: 'bench', tenth: String(number % 10) } },
    data: { filler },
  };
}
