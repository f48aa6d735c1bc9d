/** One member of an etcd under test: the process, which can be killed, frozen, cut off and started again. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';

import type { MemberNetwork } from './etcd-network.ts';

export interface EtcdMember {
  readonly url: string;
  signal(signal: NodeJS.Signals): void;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
  /** As in `--name`. */
  readonly name: string;
  /** Starts it again on its data. The arguments come behind those that it has. */
  start(more?: readonly string[]): void;
  /** Ends it at once, and its data with it. */
  lose(): Promise<void>;
  readonly peerUrl: string;
  /** From now on its packets are lost, to and from the other members or everyone. Only in a cluster that is cuttable. */
  cutOff(from: 'peers' | 'everyone'): void;
  reconnect(): void;
}

export interface MemberStart {
  readonly url: string;
  readonly peerUrl: string;
  readonly name: string;
  readonly dataDirectory: string;
  readonly args: readonly string[];
  readonly network: MemberNetwork | undefined;
}

export function startMember({ url, peerUrl, name, dataDirectory, args, network }: MemberStart): EtcdMember {
  let child: ChildProcess | undefined;
  const start = (more: readonly string[] = []): void => {
    const [program = '', ...rest] = [...(network?.command ?? []), 'etcd', ...args, ...more];
    child = spawn(program, rest, { stdio: 'ignore' });
  };
  const cables = (): MemberNetwork => {
    if (network === undefined) throw new Error('this cluster was not made to be cut');
    return network;
  };
  start();
  const kill = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return {
    url,
    peerUrl,
    name,
    signal: (signal) => child?.kill(signal),
    kill,
    lose: async () => {
      await kill();
      await rm(dataDirectory, { recursive: true, force: true });
    },
    start,
    cutOff: (from) => cables().cutOff(from),
    reconnect: () => cables().reconnect(),
  };
}
