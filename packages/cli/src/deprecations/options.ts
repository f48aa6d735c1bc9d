/** The command line of `keelson deprecations`. */
import { latestEmulated, oldestEmulated, parseEmulatedRelease } from '@keelson/api';
import { defaultDomain, type Release } from '@keelson/schema';

import { parseOptionsOrThrow } from '../parse-options.ts';
import { UsageError } from '../terminal.ts';

export const deprecationsHelp = `Tells which deprecated versions of the API are in use, by whom, when they are removed, and
what to use instead. It works with any server of this API.

Usage: keelson deprecations [options]

      --next RELEASE    tell of what this release has no longer, and exit with 1 if that is
                        in use: an upgrade to it would break something (${oldestEmulated} to ${latestEmulated})
      --stored          look at objects too: at those that no later version serves, and at the
                        versions in which managed fields and last-applied annotations are
                        written
  -o, --output FORMAT   table or json (default: table)
      --kubeconfig FILE whom to ask and as who (default: $KUBECONFIG,
                        .keelson/admin.kubeconfig or ~/.kube/config)
      --context NAME    the context in it (default: its current one)
      --domain DOMAIN   the domain of the API groups (default: ${defaultDomain})
  -h, --help            this text

Clients are those of the server's DeprecatedRequest objects, which all replicas keep over
restarts, and which deleting forgets. What is in none of them yet, or was asked of another
server of this API, is read from the metrics of the replica that answers, since its start.

You need the right to list deprecatedrequests.deprecation.keelson.io or to get /metrics, and
with --stored to list what is to be looked at; what you may not list is named on standard
error. Progress is told there too.

Exit codes: 0 when nothing is found, or without --next; 1 when --next finds something, or
cannot look at everything, or the server does not answer; 2 when the command was not
understood.

Examples:
  keelson deprecations
  keelson deprecations --next 1.25 --stored --kubeconfig prod.kubeconfig
  keelson deprecations -o json
`;

export interface DeprecationsOptions {
  readonly next: Release | undefined;
  readonly looksAtObjects: boolean;
  readonly output: 'table' | 'json';
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  readonly domain: string;
}

export function parseDeprecationsOptions(args: readonly string[]): DeprecationsOptions {
  const { next, stored = false, output = 'table', domain = defaultDomain, kubeconfig, context } = parseOrThrow(args);
  if (output !== 'table' && output !== 'json')
    throw new UsageError(`--output "${output}" is not one of table and json`);
  const release = next === undefined ? undefined : releaseOf(next);
  return { next: release, looksAtObjects: stored, output, kubeconfig, context, domain };
}

function releaseOf(text: string): Release {
  const parsed = parseEmulatedRelease(text);
  if (parsed.ok) return parsed.release;
  throw new UsageError(`--next ${parsed.message}`);
}

function parseOrThrow(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const output = { type: 'string', short: 'o' } as const;
  const stored = { type: 'boolean' } as const;
  const options = { next: text, stored, output, kubeconfig: text, context: text, domain: text } as const;
  return parseOptionsOrThrow({ args, options }).values;
}
