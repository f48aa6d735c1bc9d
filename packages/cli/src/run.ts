/** Finds the command that was asked for and runs it. */
import type { Command } from './command.ts';
import { convertCommand } from './convert/command.ts';
import { ownersCommand } from './owners/command.ts';
import { serveCommand } from './serve/command.ts';
import { exitCode, UsageError } from './terminal.ts';
import type { ExitCode, Terminal } from './terminal.ts';
import { version } from './version.ts';
import { whyCommand } from './why/command.ts';

const commands: readonly Command[] = [serveCommand, convertCommand, ownersCommand, whyCommand];

export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [name, ...rest] = args;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') return help(rest[0], terminal);
  if (name === 'version' || name === '--version') {
    terminal.writeOut(`keelson ${version}\n`);
    return exitCode.done;
  }
  const command = commands.find((each) => each.name === name);
  if (command === undefined) return complain(terminal, 'keelson', `there is no command "${name}"`);
  if (rest.includes('--help') || rest.includes('-h')) return help(name, terminal);
  try {
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

function help(name: string | undefined, terminal: Terminal): ExitCode {
  const command = commands.find((each) => each.name === name);
  if (name !== undefined && command === undefined)
    return complain(terminal, 'keelson', `there is no command "${name}"`);
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
