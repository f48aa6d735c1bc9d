/** Parses the options of a command, by their declarations. What combinations of them mean is left to the command. */
import { parseArgs, type ParseArgsConfig } from 'node:util';

import { UsageError } from './terminal.ts';

/** Throws a UsageError for an unknown option, a missing value and, unless they are allowed, positional arguments. */
export function parseOptionsOrThrow<Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
