/**
 * A network for the members of an etcd under test: each in a network namespace of
 * its own, with one cable to the clients and one to the other members, which can be
 * pulled. Needs Linux and the right to make namespaces; it knows nothing of etcd.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';

export interface MemberNetwork {
  readonly clientAddress: string;
  readonly peerAddress: string;
  /** The prefix of a command that makes it run in the network. */
  readonly command: readonly string[];
  /** Packets are lost from now on, in both directions; nobody is told. */
  cutOff(from: 'peers' | 'everyone'): void;
  reconnect(): void;
}

export interface ClusterNetwork {
  readonly members: readonly MemberNetwork[];
  /** The processes in it must have ended. */
  close(): void;
}

const ip = (line: string): string => execFileSync('ip', line.split(' '), { stdio: 'pipe' }).toString();

/** Tries whether this process may create network namespaces. */
export function canMakeNetworks(): boolean {
  const name = `keelson-${randomBytes(4).toString('hex')}`;
  try {
    ip(`netns add ${name}`);
    ip(`netns del ${name}`);
    return true;
  } catch {
    return false;
  }
}

export function makeNetwork(members: number): ClusterNetwork {
  const id = randomBytes(3).toString('hex');
  const subnet = freeSubnet();
  const cables = [
    { name: 'c', net: `10.213.${subnet}` },
    { name: 'p', net: `10.214.${subnet}` },
  ];
  for (const { name, net } of cables) {
    ip(`link add kb${name}${id} type bridge`);
    ip(`addr add ${net}.1/24 dev kb${name}${id}`);
    ip(`link set kb${name}${id} up`);
  }
  const made = Array.from({ length: members }, (_, index) => joinMember({ id, cables, index }));
  return {
    members: made,
    close: () => {
      for (const [index] of made.entries()) ip(`netns del k${id}${index}`);
      for (const { name } of cables) ip(`link del kb${name}${id}`);
    },
  };
}

interface Joining {
  readonly id: string;
  readonly cables: readonly { readonly name: string; readonly net: string }[];
  readonly index: number;
}

function joinMember({ id, cables, index }: Joining): MemberNetwork {
  const space = `k${id}${index}`;
  const address = (net: string | undefined): string => `${net ?? ''}.${10 + index}`;
  const cable = (name: string): string => `kv${name}${id}${index}`;
  ip(`netns add ${space}`);
  ip(`-n ${space} link set lo up`);
  for (const { name, net } of cables) {
    ip(`link add ${cable(name)} type veth peer name ${name}0 netns ${space}`);
    ip(`link set ${cable(name)} master kb${name}${id} up`);
    ip(`-n ${space} addr add ${address(net)}/24 dev ${name}0`);
    ip(`-n ${space} link set ${name}0 up`);
  }
  return {
    clientAddress: address(cables[0]?.net),
    peerAddress: address(cables[1]?.net),
    command: ['ip', 'netns', 'exec', space],
    cutOff: (from) => {
      ip(`link set ${cable('p')} down`);
      if (from === 'everyone') ip(`link set ${cable('c')} down`);
    },
    reconnect: () => {
      for (const { name } of cables) ip(`link set ${cable(name)} up`);
    },
  };
}

/** Tests run side by side, so each looks for one that nobody has. */
function freeSubnet(): number {
  const taken = ip('-o -4 addr show');
  let subnet = randomBytes(1)[0] ?? 0;
  while (taken.includes(`10.213.${subnet}.`)) subnet = (subnet + 1) % 256;
  return subnet;
}
