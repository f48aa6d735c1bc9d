/** The command line of `keelson migrate`. */
import { defaultDomain } from '@keelson/schema';

import { parseOptionsOrThrow } from '../parse-options.ts';
import { UsageError } from '../terminal.ts';

export const migrateHelp = `Rewrites all objects of a kind, so that each is stored in the version that is the storage
version now, and then takes the other versions off status.storedVersions of its
definition. It works with any server of this API.

Usage: keelson migrate RESOURCE[.GROUP] [options]

  RESOURCE[.GROUP]      such as widgets.example.com, deployments.apps or configmaps

      --kubeconfig FILE whom to ask and as who (default: $KUBECONFIG,
                        .keelson/admin.kubeconfig or ~/.kube/config)
      --context NAME    the context in it (default: its current one)
      --state FILE      where it notes how far it is, after each page of objects; a run
                        that was interrupted goes on from there. Removed when all is done
                        (default: keelson-migrate-RESOURCE.json)
      --restart         begin at the first object, whatever the file says
      --chunk-size N    objects in a page (default: 500)
      --parallel N      writes at the same time (default: 8)
      --keep-versions   leave status.storedVersions alone
      --domain DOMAIN   the domain of the API groups (default: k8s.io)
  -h, --help            this text

Each object is patched with nothing but its own uid and resourceVersion: the server
writes it if it is stored in another version, and changes nothing else. An object that
others change or delete meanwhile needs no more: their write stores it in the storage
version. You need the rights to list and patch the objects, to get the definition, and to
patch its status.

After a change of the storage version, wait until all servers have taken it over before
you migrate: what a server writes that has not, is stored in the old version.

Exit codes: 0 when all objects are migrated, 1 when some are not, 2 when the command was
not understood.

Examples:
  keelson migrate widgets.example.com
  keelson migrate deployments.apps --kubeconfig prod.kubeconfig --parallel 2
`;

export interface MigrateOptions {
  readonly plural: string;
  readonly group: string;
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  readonly statePath: string;
  readonly restarts: boolean;
  readonly chunkSize: number;
  readonly parallel: number;
  readonly keepsVersions: boolean;
  readonly domain: string;
}

const mostParallel = 64;
const mostInPage = 10_000;

export function parseMigrateOptions(args: readonly string[]): MigrateOptions {
  const { values, positionals } = parseOrThrow(args);
  const [resource, ...more] = positionals;
  if (resource === undefined) throw new UsageError('name the resource whose objects are to be migrated');
  if (more.length > 0) throw new UsageError(`"${more[0] ?? ''}" is too much; one resource at a time`);
  const dot = resource.indexOf('.');
  const plural = dot < 0 ? resource : resource.slice(0, dot);
  const isName = /^[a-z0-9.-]+$/.test(resource) && plural !== '';
  if (!isName) throw new UsageError(`"${resource}" is no resource; write it as widgets.example.com`);
  return {
    plural,
    group: dot < 0 ? '' : resource.slice(dot + 1),
    kubeconfig: values.kubeconfig,
    context: values.context,
    statePath: values.state ?? `keelson-migrate-${resource}.json`,
    restarts: values.restart === true,
    chunkSize: countOf('--chunk-size', values['chunk-size'], { usual: 500, most: mostInPage }),
    parallel: countOf('--parallel', values.parallel, { usual: 8, most: mostParallel }),
    keepsVersions: values['keep-versions'] === true,
    domain: values.domain ?? defaultDomain,
  };
}

function countOf(name: string, text: string | undefined, { usual, most }: { usual: number; most: number }): number {
  if (text === undefined) return usual;
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= most) return count;
  throw new UsageError(`${name} takes a number from 1 to ${most}, and not "${text}"`);
}

function parseOrThrow(args: readonly string[]) {
  const options = {
    kubeconfig: { type: 'string' },
    context: { type: 'string' },
    state: { type: 'string' },
    restart: { type: 'boolean' },
    'chunk-size': { type: 'string' },
    parallel: { type: 'string' },
    'keep-versions': { type: 'boolean' },
    domain: { type: 'string' },
  } as const;
  return parseOptionsOrThrow({ args, allowPositionals: true, options });
}
