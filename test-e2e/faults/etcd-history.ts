/** The store's history, as `etcdctl watch` tells it from the first revision on. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

import type { Stored } from './check/stored.ts';
import type { World } from './world.ts';

export interface EtcdHistory {
  readonly stored: readonly Stored[];
  revision(): number;
  close(): void;
}

const prefix = '/registry/configmaps/';
/** Of this harness; other objects are the server's. */
const ours = /^\/registry\/configmaps\/(faults-\d+\/k\d+|default\/end-\d+)$/;

interface Told {
  readonly Events?: readonly {
    readonly type?: number;
    readonly kv: {
      readonly key: string;
      readonly mod_revision: number;
      readonly create_revision?: number;
      readonly version?: number;
      readonly value?: string;
    };
  }[];
}

export function readHistory(world: World): EtcdHistory {
  const stored: Stored[] = [];
  let revision = 0;
  let child: ChildProcess | undefined;
  let isClosed = false;

  const take = (line: string): void => {
    for (const { type, kv } of (JSON.parse(line) as Told).Events ?? []) {
      // A reader that connects again may tell the last ones twice.
      if (kv.mod_revision <= revision) continue;
      revision = kv.mod_revision;
      const key = ours.exec(fromBase64(kv.key))?.[1];
      if (key === undefined) continue;
      const tag = type === 1 ? undefined : tagOf(fromBase64(kv.value ?? ''));
      const { create_revision: createRevision = 0, version = 0 } = kv;
      stored.push({ key, revision, createRevision, version, tag });
    }
  };

  const start = (): void => {
    if (isClosed) return;
    const args = ['watch', '--prefix', prefix, '--write-out=json', `--rev=${revision + 1}`];
    child = spawn('etcdctl', [...world.etcdArguments, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
    if (child.stdout !== null) createInterface(child.stdout).on('line', take);
    child.once('close', () => setTimeout(start, 200).unref());
  };
  start();
  return {
    stored,
    revision: () => revision,
    close: () => {
      isClosed = true;
      child?.kill('SIGKILL');
    },
  };
}

const fromBase64 = (text: string): string => Buffer.from(text, 'base64').toString('utf8');

function tagOf(value: string): string {
  return (JSON.parse(value) as { readonly data?: { readonly tag?: string } }).data?.tag ?? '';
}
