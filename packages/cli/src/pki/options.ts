/** The command line of `keelson pki`. */
import { isIP } from 'node:net';

import type { ClusterAuthority, ClusterClient, ClusterMember } from '@keelson/pki';
import { parseDuration } from '@keelson/schema';
import { firstAddressOf } from '@keelson/server';

import { parseOptionsOrThrow } from '../parse-options.ts';
import { parseNetworks } from '../serve/service-flags.ts';
import { UsageError } from '../terminal.ts';

const options = {
  dir: { type: 'string' },
  replica: { type: 'string', multiple: true },
  'etcd-member': { type: 'string', multiple: true },
  san: { type: 'string', multiple: true },
  client: { type: 'string', multiple: true },
  server: { type: 'string' },
  'service-cluster-ip-range': { type: 'string' },
  within: { type: 'string' },
  all: { type: 'boolean' },
  authority: { type: 'string', multiple: true },
  duration: { type: 'string' },
  'ca-duration': { type: 'string' },
  output: { type: 'string', short: 'o' },
} as const;

type OptionName = keyof typeof options;

/** The options of each verb, beside `--dir`. */
const taken: Readonly<Record<string, readonly OptionName[]>> = {
  init: ['replica', 'etcd-member', 'san', 'client', 'server', 'service-cluster-ip-range', 'duration', 'ca-duration'],
  renew: ['within', 'all', 'duration'],
  'rotate-ca': ['authority', 'duration', 'ca-duration'],
  show: ['output', 'within'],
};

export type PkiVerb = 'init' | 'renew' | 'rotate-ca' | 'show';

function isVerb(text: string | undefined): text is PkiVerb {
  return text !== undefined && Object.hasOwn(taken, text);
}

export interface PkiOptions {
  readonly verb: PkiVerb;
  readonly folder: string;
  /** The arguments after the verb. */
  readonly rest: readonly string[];
  readonly values: ReturnType<typeof parseOrThrow>['values'];
}

export function parsePkiOptions(args: readonly string[]): PkiOptions {
  const { values, positionals } = parseOrThrow(args);
  const [verb, ...rest] = positionals;
  if (!isVerb(verb)) throw new UsageError(`say what to do: ${Object.keys(taken).join(', ')}`);
  const other = Object.keys(values).find((name) => name !== 'dir' && !taken[verb]?.some((each) => each === name));
  if (other !== undefined) throw new UsageError(`pki ${verb} takes no --${other}`);
  const isAlone = verb === 'init' || verb === 'show';
  if (isAlone && rest.length > 0) throw new UsageError(`"${rest[0] ?? ''}" is too much; name the folder with --dir`);
  return { verb, rest, values, folder: values.dir ?? 'pki' };
}

function parseOrThrow(args: readonly string[]) {
  return parseOptionsOrThrow({ args, allowPositionals: true, options });
}

/** In milliseconds. */
export function durationOf<D>(flag: string, text: string | undefined, usual: D): number | D {
  if (text === undefined) return usual;
  const parsed = parseDuration(text);
  const ms = parsed.ok ? Number(parsed.value / 1_000_000n) : 0;
  if (ms > 0) return ms;
  throw new UsageError(`--${flag} takes a duration above 0 such as 8760h, and not "${text}"`);
}

export function membersOf(flag: string, texts: readonly string[]): readonly ClusterMember[] {
  return texts.map((text) => {
    const { name, list } = splitNamed(flag, text);
    return { name, hosts: list.map((host) => checkHost(flag, host)) };
  });
}

export function clientsOf(texts: readonly string[] | undefined): readonly ClusterClient[] {
  return (texts ?? []).map((text) => {
    const { name, list } = splitNamed('client', text);
    return { name, groups: list };
  });
}

export function sansOf(texts: readonly string[] | undefined): readonly string[] {
  return (texts ?? []).flatMap((text) => listOf(text)).map((host) => checkHost('san', host));
}

/** The address of the Service of the API: the first one of the network of Services. */
export function serviceAddressOf(text: string): string {
  const [network = ''] = parseNetworks(listOf(text));
  return firstAddressOf(network);
}

/** The name becomes a file name. */
function splitNamed(flag: string, text: string): { readonly name: string; readonly list: readonly string[] } {
  const [name = '', ...rest] = text.split('=');
  if (!/^[A-Za-z0-9]([-A-Za-z0-9._]*[A-Za-z0-9])?$/.test(name) || name === 'ca') {
    throw new UsageError(`--${flag} "${text}" does not begin with a name such as node-1`);
  }
  return { name, list: listOf(rest.join('=')) };
}

function listOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

function checkHost(flag: string, host: string): string {
  if (/^(?:\*\.)?[A-Za-z0-9]([-A-Za-z0-9.]*[A-Za-z0-9])?$/.test(host) || isIP(host) !== 0) {
    return host;
  }
  throw new UsageError(`--${flag}: "${host}" is no name or address of a host`);
}

const authorities: Readonly<Record<string, ClusterAuthority>> = {
  ca: 'ca',
  etcd: 'etcd/ca',
  'front-proxy': 'front-proxy-ca',
};

export function authoritiesOf(names: readonly string[] | undefined): readonly ClusterAuthority[] {
  return (names ?? Object.keys(authorities)).map((name) => {
    const found = Object.hasOwn(authorities, name) ? authorities[name] : undefined;
    if (found !== undefined) return found;
    throw new UsageError(`--authority is ca, etcd or front-proxy, and not "${name}"`);
  });
}

export function serverOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (URL.canParse(text) && new URL(text).protocol === 'https:') return text;
  throw new UsageError(`--server "${text}" is no URL of https`);
}
