/** A command of the `keelson` program. */
import type { ExitCode, Terminal } from './terminal.ts';

export interface Command {
  readonly help: string;
  /** May throw UsageError; other exceptions are bugs. */
  run(args: readonly string[], terminal: Terminal): Promise<ExitCode>;
}
