/** Flags of what Services are given out of the ranges of the cluster, and what they say. */
import { isIPv4Bytes, parseIp, parseNetwork, type Network } from '@keelson/meta';
import type { ServicesConfiguration } from '@keelson/server';

import { UsageError } from '../terminal.ts';
import type { Flag } from './flag.ts';

const group = 'Services';

export const serviceFlags = {
  'service-cluster-ip-range': {
    kind: 'list',
    group,
    value: 'NETWORKS',
    default: ['10.0.0.0/24'],
    defaultText: '10.0.0.0/24',
    about:
      'the network of the cluster addresses of Services, or one of IPv4 and one of IPv6: the first is that of Services that name no family',
  },
  'service-node-port-range': {
    kind: 'text',
    group,
    value: 'PORTS',
    default: '30000-32767',
    about: 'the ports of nodes that Services are given, both ends included',
  },
  'kubernetes-service-node-port': {
    kind: 'count',
    group,
    value: 'PORT',
    default: 0,
    maximum: 65_535,
    about: 'a port of nodes that leads to this API, for its Service kubernetes; 0 for none',
  },
  'advertise-address': {
    kind: 'text',
    group,
    value: 'IP',
    default: '',
    defaultText: '--bind-address, or the first address of this machine',
    about:
      'the address at which the members of the cluster reach this server, for the endpoints of the Service kubernetes',
  },
  'endpoint-reconciler-type': {
    kind: 'text',
    group,
    value: 'TYPE',
    default: 'lease',
    oneOf: ['lease', 'master-count', 'none'],
    about:
      'which endpoints the Service kubernetes has: those of all servers that are alive, of the last --apiserver-count of them, or those that others write',
  },
  'apiserver-count': {
    kind: 'count',
    group,
    value: 'NUMBER',
    default: 1,
    minimum: 1,
    about: 'the number of servers, for --endpoint-reconciler-type=master-count',
  },
} as const satisfies Readonly<Record<string, Flag>>;

interface ServiceValues {
  readonly 'service-cluster-ip-range': readonly string[];
  readonly 'service-node-port-range': string;
  readonly 'kubernetes-service-node-port': number;
  readonly 'advertise-address': string;
  readonly 'endpoint-reconciler-type': string;
  readonly 'apiserver-count': number;
}

export function servicesOf(values: ServiceValues): ServicesConfiguration {
  return {
    addresses: parseNetworks(values['service-cluster-ip-range']),
    ports: parsePorts(values['service-node-port-range']),
    own: {
      advertised: parseAdvertised(values['advertise-address']),
      nodePort: values['kubernetes-service-node-port'],
      reconciler: parseReconciler(values['endpoint-reconciler-type']),
      apiServerCount: values['apiserver-count'],
    },
  };
}

function parseAdvertised(address: string): string {
  if (address === '' || parseIp(address) !== undefined) return address;
  throw new UsageError(`--advertise-address ${address} is no IP address`);
}

/** The parser of flags has refused all others. */
function parseReconciler(word: string): ServicesConfiguration['own']['reconciler'] {
  return word === 'none' || word === 'master-count' ? word : 'lease';
}

const bitsOfIPv6 = 128;
/** Room for the Service of the API, and for a few more. */
const fewestHostBits = 3;
const mostHostBits = 20;

/** One network, or one of each family. Throws a UsageError. */
export function parseNetworks(texts: readonly string[]): readonly string[] {
  const flag = '--service-cluster-ip-range';
  const words = texts.map((text) => text.trim()).filter((text) => text !== '');
  const networks = words.map((text) => {
    const network = parseNetwork(text);
    if (network === undefined) throw new UsageError(`${flag} ${text} is not a valid cidr, such as 10.0.0.0/24`);
    checkSize(flag, text, network);
    return network;
  });
  if (networks.length === 0) throw new UsageError(`${flag} must contain at least one valid cidr, such as 10.0.0.0/24`);
  if (networks.length > 2) throw new UsageError(`${flag} must not contain more than two entries`);
  const families = new Set(networks.map(({ address }) => isIPv4Bytes(address)));
  if (families.size < networks.length) {
    throw new UsageError(`${flag}[0] and ${flag}[1] must be of different IP family: ${words.join(',')}`);
  }
  return words;
}

function checkSize(flag: string, text: string, { prefixBits, isIPv4 }: Network): void {
  const bits = bitsOfIPv6 - prefixBits;
  const whole = isIPv4 ? 32 : bitsOfIPv6;
  if (bits < fewestHostBits) {
    const fewest = 2 ** fewestHostBits;
    throw new UsageError(`${flag} ${text}: the service cluster IP range must be at least ${fewest} IP addresses`);
  }
  if (bits <= mostHostBits) return;
  throw new UsageError(
    `specified ${flag} ${text} is too large; for ${whole}-bit addresses, the mask must be >= ${whole - mostHostBits}`,
  );
}

const greatestPort = 65_535;

/** `30000-32767`, `30000+2767`, or a single port. */
function parsePorts(text: string): ServicesConfiguration['ports'] {
  const [, start = '', sign, end = ''] = /^\s*(\d{1,5})\s*(?:([-+])\s*(\d{1,5})\s*)?$/.exec(text) ?? [];
  const first = Number(start);
  const last = sign === undefined ? first : sign === '-' ? Number(end) : first + Number(end);
  if (start !== '' && first > 0 && first <= last && last <= greatestPort) return { first, last };
  throw new UsageError(`--service-node-port-range ${text} is no range of ports such as 30000-32767`);
}
