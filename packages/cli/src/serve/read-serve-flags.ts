/** The command line of `keelson serve` to the configuration of a server. */
import type { ServerConfiguration } from '@keelson/server';

import { configurationOf } from './configuration.ts';
import { serveFlags } from './flags.ts';
import { parseFlags } from './parse-flags.ts';

/** Reads the files that flags name, too. Rejects with a UsageError that says what to write instead. */
export async function readServeFlags(args: readonly string[]): Promise<ServerConfiguration> {
  return configurationOf(parseFlags(serveFlags, args));
}
