/** Servers with an audit log, and access to its events. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect } from '@jest/globals';

import { eventually } from './eventually.ts';
import type { Home, Started } from './serve.ts';

export interface Event {
  readonly auditID: string;
  readonly level: string;
  readonly stage: string;
  readonly verb: string;
  readonly requestURI: string;
  readonly user: { readonly username?: string; readonly groups?: readonly string[] };
  readonly impersonatedUser?: { readonly username: string };
  readonly objectRef?: { readonly resource: string; readonly name?: string };
  readonly responseStatus?: { readonly code: number; readonly reason?: string };
  readonly requestObject?: { readonly metadata?: Readonly<Record<string, unknown>> };
  readonly responseObject?: { readonly metadata?: Readonly<Record<string, unknown>> };
  readonly annotations?: Readonly<Record<string, string>>;
}

/** A policy that wants everything. */
export const all = 'rules:\n- level: RequestResponse\n';

/** A file, whose path comes back. */
export async function writePolicy({ folder }: Home, rules: string): Promise<string> {
  const path = join(folder, 'policy.yaml');
  await writeFile(path, `apiVersion: audit.k8s.io/v1\nkind: Policy\n${rules}`);
  return path;
}

export interface AuditedHome {
  readonly logPath: string;
  start(rules: string, ...flags: readonly string[]): Promise<Started>;
  /** Without a log unless it is among the flags. */
  startWithout(rules: string, ...flags: readonly string[]): Promise<Started>;
  logged(): Promise<string>;
  events(): Promise<readonly Event[]>;
  /** The events of one request, once it is over. */
  eventsOf(auditId: unknown): Promise<readonly Event[]>;
}

export function auditedHome(home: Home): AuditedHome {
  const logPath = join(home.folder, 'audit.log');
  const startWithout = async (rules: string, ...flags: readonly string[]) =>
    home.start('--audit-policy-file', await writePolicy(home, rules), ...flags);
  const logged = () => readFile(logPath, 'utf8').catch(() => '');
  const events = async () => {
    const text = await logged();
    // The last line may be under way.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    const lines = whole.split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as Event);
  };
  return {
    logPath,
    start: (rules, ...flags) => startWithout(rules, '--audit-log-path', logPath, ...flags),
    startWithout,
    logged,
    events,
    eventsOf: async (auditId) => {
      let found: readonly Event[] = [];
      await eventually(async () => {
        found = (await events()).filter(({ auditID }) => auditID === auditId);
        expect(found.at(-1)?.stage).toBe('ResponseComplete');
      });
      return found;
    },
  };
}
