/** The command line of `keelson serve` to the configuration of a server. */
import type { ServerConfiguration } from '@keelson/server';

import { readConfigFile } from './config-file.ts';
import { configurationOf } from './configuration.ts';
import { serveFlags } from './flags.ts';
import { parseFlags } from './parse-flags.ts';

/** Reads the files that flags name, too. Rejects with a UsageError that says what to write instead. */
export async function readServeFlags(args: readonly string[]): Promise<ServerConfiguration> {
  const { config } = parseFlags(serveFlags, args);
  const ofFile = config === undefined ? [] : await readConfigFile(config);
  const warnings: string[] = [];
  // A flag of the command line takes the place of the same one in the file.
  const given = new Set(args.map(nameOf));
  const all = [...ofFile.filter((arg) => !given.has(nameOf(arg))), ...args];
  const values = parseFlags(serveFlags, all, { warn: (text) => warnings.push(text) });
  const configuration = await configurationOf(values);
  return { ...configuration, startWarnings: [...warnings, ...configuration.startWarnings] };
}

function nameOf(arg: string): string {
  return (/^--?([^=]+)/.exec(arg)?.[1] ?? arg).replaceAll('_', '-');
}
