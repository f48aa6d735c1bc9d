/** `keelson pki`: the certificates of a cluster, made, renewed, rotated and shown. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import {
  adminUser,
  createClusterCertificates,
  finishRotation,
  inspectCertificates,
  isRotating,
  prepareRotation,
  renewClusterCertificates,
  switchAuthority,
  type ClusterAuthority,
  type InspectedCertificate,
} from '@keelson/pki';

import type { Command } from '../command.ts';
import { printColumns } from '../flow/print-columns.ts';
import { serviceFlags } from '../serve/service-flags.ts';
import { exitCode, UsageError, type ExitCode, type Terminal } from '../terminal.ts';
import { keepClusterKubeconfig, renewClusterKubeconfigs, serverOfKubeconfig } from './cluster-kubeconfigs.ts';
import { pkiHelp } from './help.ts';
import {
  authoritiesOf,
  clientsOf,
  durationOf,
  sansOf,
  membersOf,
  parsePkiOptions,
  serverOf,
  serviceAddressOf,
  type PkiOptions,
  type PkiVerb,
} from './options.ts';

export const pkiCommand: Command = { help: pkiHelp, run: runPki };

const hourMs = 3_600_000;
const usualLeafMs = 8_760 * hourMs;
const usualAuthorityMs = 87_600 * hourMs;
const usualWithinMs = 720 * hourMs;
const usualServer = 'https://127.0.0.1:6443';
const [usualServiceRange] = serviceFlags['service-cluster-ip-range'].default;

type Verb = (options: PkiOptions, terminal: Terminal) => Promise<ExitCode>;

const verbs: Readonly<Record<PkiVerb, Verb>> = { init, renew, 'rotate-ca': rotate, show };

async function runPki(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const options = parsePkiOptions(args);
  try {
    return await verbs[options.verb](options, terminal);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    terminal.writeError(`keelson pki: ${error instanceof Error ? error.message : String(error)}\n`);
    return exitCode.failed;
  }
}

async function init({ folder, values }: PkiOptions, terminal: Terminal): Promise<ExitCode> {
  const clients = clientsOf(values.client);
  const server = serverOf(values.server);
  const made = tell(terminal, folder);
  await createClusterCertificates({
    folder,
    plan: { ...membersAndHostsOf(folder, values), clients },
    lives: {
      leafMs: durationOf('duration', values.duration, usualLeafMs),
      authorityMs: durationOf('ca-duration', values['ca-duration'], usualAuthorityMs),
    },
    now: new Date(),
    onMade: made,
  });
  const owners = [
    { path: 'admin', user: adminUser },
    ...clients.map(({ name }) => ({ path: `clients/${name}`, user: name })),
  ];
  for (const owner of owners) {
    const before = (await serverOfKubeconfig(folder, owner.path)) ?? (await serverOfKubeconfig(folder, 'admin'));
    if (await keepClusterKubeconfig(folder, owner, server ?? before ?? usualServer)) made(`${owner.path}.kubeconfig`);
  }
  return exitCode.done;
}

/** Members that nobody named are those of a folder that no `init` before this one has filled. */
function membersAndHostsOf(folder: string, values: PkiOptions['values']) {
  const isFilled = ['ca.crt', 'sa.key'].every((file) => existsSync(join(folder, file)));
  const usually = (name: string): readonly string[] => (isFilled ? [] : [name]);
  const range = values['service-cluster-ip-range'];
  return {
    replicas: membersOf('replica', values.replica ?? usually('keelson')),
    etcdMembers: membersOf('etcd-member', values['etcd-member'] ?? usually('etcd')),
    hosts: [...sansOf(values.san), ...(range === undefined ? [] : [serviceAddressOf(range)])],
    usualHosts: range === undefined ? [serviceAddressOf(usualServiceRange)] : [],
  };
}

async function renew({ folder, rest, values }: PkiOptions, terminal: Terminal): Promise<ExitCode> {
  if (values.all === true && (rest.length > 0 || values.within !== undefined)) {
    throw new UsageError('--all leaves nothing to choose: leave out --within and the files');
  }
  const onMade = tell(terminal, folder);
  const leafMs = durationOf('duration', values.duration, undefined);
  const withinMs = values.all === true ? Infinity : durationOf('within', values.within, usualWithinMs);
  const paths = rest.length === 0 ? undefined : rest.map((file) => file.replace(/\.crt$/, ''));
  await renewClusterCertificates({ folder, now: new Date(), leafMs, onMade }, { withinMs, paths });
  for (const file of await renewClusterKubeconfigs(folder)) onMade(file);
  return exitCode.done;
}

const steps = { prepare: prepareRotation, switch: switchAuthority, finish: finishRotation } as const;

function isStep(text: string | undefined): text is keyof typeof steps {
  return text !== undefined && Object.hasOwn(steps, text);
}

async function rotate({ folder, rest, values }: PkiOptions, terminal: Terminal): Promise<ExitCode> {
  const [step, ...more] = rest;
  if (!isStep(step) || more.length > 0) throw new UsageError('rotate-ca takes one step: prepare, switch or finish');
  const onMade = tell(terminal, folder);
  const rotation = {
    folder,
    onMade,
    now: new Date(),
    leafMs: durationOf('duration', values.duration, undefined),
    authorityMs: durationOf('ca-duration', values['ca-duration'], usualAuthorityMs),
  };
  const names = authoritiesOf(values.authority);
  // A repetition of the last step leaves out the authorities that are through with it.
  const left = values.authority === undefined && step === 'finish' ? await rotating(folder, names) : names;
  for (const name of left.length > 0 ? left : names) await steps[step](rotation, name);
  for (const file of await renewClusterKubeconfigs(folder)) onMade(file);
  return exitCode.done;
}

async function rotating(folder: string, names: readonly ClusterAuthority[]): Promise<readonly ClusterAuthority[]> {
  const found: ClusterAuthority[] = [];
  for (const name of names) if (await isRotating(folder, name)) found.push(name);
  return found;
}

async function show({ folder, values }: PkiOptions, terminal: Terminal): Promise<ExitCode> {
  const { output = 'table' } = values;
  if (output !== 'table' && output !== 'json') throw new UsageError(`-o is table or json, and not "${output}"`);
  const withinMs = durationOf('within', values.within, 0);
  const found = await inspectCertificates(folder, new Date());
  terminal.writeOut(output === 'json' ? `${JSON.stringify(found, undefined, 2)}\n` : printTable(found));
  const late = found.filter(({ secondsLeft }) => secondsLeft * 1000 <= withinMs);
  return late.length === 0 ? exitCode.done : exitCode.failed;
}

const daySeconds = 86_400;

function printTable(certificates: readonly InspectedCertificate[]): string {
  const rows = certificates.map(({ file, role, subject, issuer, notAfter, secondsLeft, hosts }) => [
    file,
    role,
    subject,
    issuer,
    notAfter,
    secondsLeft <= 0 ? 'EXPIRED' : `${Math.floor(secondsLeft / daySeconds)}d`,
    hosts.join(','),
  ]);
  return printColumns(['FILE', 'ROLE', 'SUBJECT', 'ISSUER', 'EXPIRES', 'LEFT', 'HOSTS'], rows);
}

function tell(terminal: Terminal, folder: string): (path: string) => void {
  return (path) => terminal.writeOut(`${folder}/${path}\n`);
}
