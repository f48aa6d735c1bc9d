/** The command line of `keelson deprecations`. */
import { parseArgs } from 'node:util';

import { latestEmulated, oldestEmulated, parseEmulatedRelease } from '@keelson/api';
import type { Release } from '@keelson/schema';

import { UsageError } from '../terminal.ts';

export const deprecationsHelp = `Tells which deprecated versions of the API are in use, when they are removed, and what to
use instead. It works with any server of this API.

Usage: keelson deprecations [options]

      --next RELEASE    tell of what this release has no longer, and exit with 1 if that is
                        in use: an upgrade to it would break something (${oldestEmulated} to ${latestEmulated})
      --stored          look at objects too: at the versions in which managed fields and
                        last-applied annotations are written
      --kubeconfig FILE whom to ask and as who (default: $KUBECONFIG,
                        .keelson/admin.kubeconfig or ~/.kube/config)
      --context NAME    the context in it (default: its current one)
  -h, --help            this text

What was requested is read from the server's metrics: since its start, on the replica that
answers. You need the right to get /metrics, and with --stored to list what is to be looked
at; what you may not list is named on standard error.

Exit codes: 0 when nothing is found, or without --next; 1 when --next finds something or the
server does not answer; 2 when the command was not understood.

Examples:
  keelson deprecations
  keelson deprecations --next 1.25 --stored --kubeconfig prod.kubeconfig
`;

export interface DeprecationsOptions {
  readonly next: Release | undefined;
  readonly looksAtObjects: boolean;
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
}

export function parseDeprecationsOptions(args: readonly string[]): DeprecationsOptions {
  const { next, stored = false, kubeconfig, context } = parseOrThrow(args);
  return { next: next === undefined ? undefined : releaseOf(next), looksAtObjects: stored, kubeconfig, context };
}

function releaseOf(text: string): Release {
  const parsed = parseEmulatedRelease(text);
  if (parsed.ok) return parsed.release;
  throw new UsageError(`--next ${parsed.message}`);
}

function parseOrThrow(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const;
    const options = { next: text, stored: { type: 'boolean' }, kubeconfig: text, context: text } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
