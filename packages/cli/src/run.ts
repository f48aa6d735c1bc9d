/** Finds the command that was asked for and runs it. */
import type { Command } from './command.ts';
import { answerWithoutCommand, commands } from './overview.ts';
import type { CommandName } from './overview.ts';
import { exitCode, UsageError } from './terminal.ts';
import type { ExitCode, Terminal } from './terminal.ts';

/** Commands are loaded when they are asked for: the server alone is several megabytes of code. */
const load: Readonly<Record<CommandName, () => Promise<Command>>> = {
  serve: async () => (await import('./serve/command.ts')).serveCommand,
  controllers: async () => (await import('./controllers/command.ts')).controllersCommand,
  'simulate-nodes': async () => (await import('./simulate-nodes/command.ts')).simulateNodesCommand,
  healthcheck: async () => (await import('./healthcheck/command.ts')).healthcheckCommand,
  status: async () => (await import('./status/command.ts')).statusCommand,
  pki: async () => (await import('./pki/command.ts')).pkiCommand,
  backup: async () => (await import('./backup/backup-command.ts')).backupCommand,
  restore: async () => (await import('./backup/restore-command.ts')).restoreCommand,
  verify: async () => (await import('./backup/verify-command.ts')).verifyCommand,
  adopt: async () => (await import('./adopt/adopt-command.ts')).adoptCommand,
  convert: async () => (await import('./convert/command.ts')).convertCommand,
  schema: async () => (await import('./schema/command.ts')).schemaCommand,
  owners: async () => (await import('./owners/command.ts')).ownersCommand,
  migrate: async () => (await import('./migrate/command.ts')).migrateCommand,
  deprecations: async () => (await import('./deprecations/command.ts')).deprecationsCommand,
  lifecycle: async () => (await import('./lifecycle/command.ts')).lifecycleCommand,
  why: async () => (await import('./why/command.ts')).whyCommand,
  'why-slow': async () => (await import('./flow/why-slow-command.ts')).whySlowCommand,
  top: async () => (await import('./flow/top-command.ts')).topCommand,
  flow: async () => (await import('./flow/flow-command.ts')).flowCommand,
};

export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const answer = answerWithoutCommand(args);
  if (answer !== undefined) {
    terminal.writeOut(answer);
    return exitCode.done;
  }
  const [first = '', ...rest] = args;
  const isHelp = first === 'help' || isHelpFlag(first);
  const name = isHelp ? (rest[0] ?? '') : first;
  const known = commands.find((each) => each.name === name);
  if (known === undefined) return complain(terminal, 'keelson', `there is no command "${name}"`);
  const command = await load[known.name]();
  if (isHelp || rest.some(isHelpFlag)) {
    terminal.writeOut(command.help);
    return exitCode.done;
  }
  try {
    return await command.run(rest, terminal);
  } catch (error) {
    if (error instanceof UsageError) return complain(terminal, `keelson ${name}`, error.message);
    throw error;
  }
}

function isHelpFlag(text: string): boolean {
  return text === '--help' || text === '-h';
}

function complain(terminal: Terminal, who: string, message: string): ExitCode {
  terminal.writeError(`${who}: ${message}\nSee '${who} --help'.\n`);
  return exitCode.usage;
}
