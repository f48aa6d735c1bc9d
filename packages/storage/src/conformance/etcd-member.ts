/** One member of an etcd under test: the process, which can be killed, frozen, cut off and started again. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import type { MemberNetwork } from './etcd-network.ts';

export interface EtcdMember {
  readonly url: string;
  signal(signal: NodeJS.Signals): void;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
  /** Starts it again on its data. */
  start(): void;
  /** From now on its packets are lost, to and from the other members or everyone. Only in a cluster that is cuttable. */
  cutOff(from: 'peers' | 'everyone'): void;
  reconnect(): void;
}

export interface MemberStart {
  readonly url: string;
  readonly args: readonly string[];
  readonly network: MemberNetwork | undefined;
}

export function startMember({ url, args, network }: MemberStart): EtcdMember {
  let child: ChildProcess | undefined;
  const start = (): void => {
    const [program = '', ...rest] = [...(network?.command ?? []), 'etcd', ...args];
    child = spawn(program, rest, { stdio: 'ignore' });
  };
  const cables = (): MemberNetwork => {
    if (network === undefined) throw new Error('this cluster was not made to be cut');
    return network;
  };
  start();
  return {
    url,
    signal: (signal) => child?.kill(signal),
    kill: async () => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    start,
    cutOff: (from) => cables().cutOff(from),
    reconnect: () => cables().reconnect(),
  };
}
