/** The commands by name, and what is answered about them all. It loads no command: it is answered before the program is. */
import { version } from './version.ts';

export interface CommandSummary {
  readonly name: string;
  /** One line in the overview. */
  readonly summary: string;
}

export const commands = [
  { name: 'serve', summary: 'serve the API' },
  { name: 'controllers', summary: 'run the controllers as a process of their own' },
  { name: 'simulate-nodes', summary: 'play the nodes and the scheduler of a server, as a process of its own' },
  { name: 'healthcheck', summary: 'ask a server for its health, by the exit code' },
  { name: 'status', summary: 'show the replicas of a server: version, revision, load, leader' },
  { name: 'pki', summary: 'make, renew, rotate and show the certificates of a cluster' },
  { name: 'backup', summary: 'write all that a store holds into a file, while servers run' },
  { name: 'restore', summary: 'fill a store of either engine from a backup' },
  { name: 'verify', summary: 'tell whether a backup is whole' },
  { name: 'adopt', summary: 'tell what of the etcd of a kube-apiserver would be understood' },
  { name: 'convert', summary: 'convert objects between versions and formats' },
  { name: 'schema', summary: 'write the schemas of all kinds, as .proto files or JSON Schemas' },
  { name: 'owners', summary: 'show who manages which field of an object' },
  { name: 'migrate', summary: 'rewrite all objects of a kind in its storage version' },
  { name: 'deprecations', summary: 'tell which deprecated versions are in use, and what an upgrade would break' },
  { name: 'lifecycle', summary: 'check that an API keeps the deprecation rules' },
  { name: 'why', summary: 'tell why somebody may do something, or why not' },
  { name: 'why-slow', summary: 'tell in which flow requests of somebody are, and who is before them' },
  { name: 'top', summary: 'show the clients of a server by what they cost' },
  { name: 'flow', summary: 'replay an audit log against flow schemas that are not in force yet' },
] as const satisfies readonly CommandSummary[];

export type CommandName = (typeof commands)[number]['name'];

/** The output of an invocation that names no command; `undefined` if it names one, known or not. */
export function answerWithoutCommand([name, ...rest]: readonly string[]): string | undefined {
  if (name === 'version' || name === '--version') return `keelson ${version}\n`;
  const asksForHelp = name === undefined || name === 'help' || name === '--help' || name === '-h';
  return asksForHelp && rest.length === 0 ? overview() : undefined;
}

function overview(): string {
  const width = Math.max(...commands.map(({ name }) => name.length), 'version'.length);
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return [
    'Keelson, a resource API server.',
    '',
    'Usage: keelson COMMAND [options]',
    '',
    'Commands:',
    ...lines,
    `  ${'version'.padEnd(width)}  print the version of this program`,
    '',
    "'keelson COMMAND --help' tells more about a command.",
    '',
  ].join('\n');
}
