/** Finds the command that was asked for and runs it. */
import type { Command } from './command.ts';
import { exitCode, UsageError } from './terminal.ts';
import type { ExitCode, Terminal } from './terminal.ts';
import { version } from './version.ts';

interface CommandEntry {
  readonly name: string;
  /** One line in the overview. */
  readonly summary: string;
  /** Commands are loaded when they are asked for: the server alone is several megabytes of code. */
  readonly load: () => Promise<Command>;
}

const commands: readonly CommandEntry[] = [
  {
    name: 'serve',
    summary: 'serve the API',
    load: async () => (await import('./serve/command.ts')).serveCommand,
  },
  {
    name: 'convert',
    summary: 'convert objects between versions and formats',
    load: async () => (await import('./convert/command.ts')).convertCommand,
  },
  {
    name: 'schema',
    summary: 'write the schemas of all kinds, as .proto files or JSON Schemas',
    load: async () => (await import('./schema/command.ts')).schemaCommand,
  },
  {
    name: 'owners',
    summary: 'show who manages which field of an object',
    load: async () => (await import('./owners/command.ts')).ownersCommand,
  },
  {
    name: 'why',
    summary: 'tell why somebody may do something, or why not',
    load: async () => (await import('./why/command.ts')).whyCommand,
  },
];

export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [name, ...rest] = args;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') return help(rest[0], terminal);
  if (name === 'version' || name === '--version') {
    terminal.writeOut(`keelson ${version}\n`);
    return exitCode.done;
  }
  const entry = commands.find((each) => each.name === name);
  if (entry === undefined) return complain(terminal, 'keelson', `there is no command "${name}"`);
  if (rest.includes('--help') || rest.includes('-h')) return help(name, terminal);
  try {
    const command = await entry.load();
    return await command.run(rest, terminal);
  } catch (error) {
    if (error instanceof UsageError) return complain(terminal, `keelson ${name}`, error.message);
    throw error;
  }
}

function complain(terminal: Terminal, who: string, message: string): ExitCode {
  terminal.writeError(`${who}: ${message}\nSee '${who} --help'.\n`);
  return exitCode.usage;
}

async function help(name: string | undefined, terminal: Terminal): Promise<ExitCode> {
  const entry = commands.find((each) => each.name === name);
  if (name !== undefined && entry === undefined) return complain(terminal, 'keelson', `there is no command "${name}"`);
  const command = await entry?.load();
  terminal.writeOut(command?.help ?? overview());
  return exitCode.done;
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
