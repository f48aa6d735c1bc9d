/** The command line of `keelson why`. */
import { defaultDomain } from '@keelson/schema';

import { parseOptionsOrThrow } from '../parse-options.ts';
import { UsageError } from '../terminal.ts';

export const whyHelp = `Tells why somebody may do something, or why not: which bindings name them, which rule
comes closest and what it lacks, and the smallest rule that would allow it.

Usage: keelson why --as USER VERB RESOURCE [NAME] [options]
       keelson why --as USER VERB /PATH [options]

  VERB                  get, list, watch, create, update, patch, delete, …
  RESOURCE              pods, deploy, deployments.apps, pods/log, secrets/name, …
  NAME                  of one object; without it all of them are meant
  /PATH                 of what is no resource, such as /metrics

      --as USER         who it is about: a user, or a service account as
                        system:serviceaccount:NAMESPACE:NAME
      --as-group GROUP  a group they are in; may be given several times. The groups
                        that everybody of their kind is in are added
      --as-uid UID      their uid
  -n, --namespace NAME  where (default: that of the context, or "default")
  -A, --all-namespaces  everywhere
      --kubeconfig FILE whom to ask and as who (default: $KUBECONFIG,
                        .keelson/admin.kubeconfig or ~/.kube/config)
      --context NAME    the context in it (default: its current one)
      --domain DOMAIN   the domain of the API groups (default: k8s.io)
  -h, --help            this text

You need the right to create subjectaccessreviews.

Exit codes: 0 when the server has answered, whatever it said, 1 when it could not be
asked, 2 when the command was not understood.

Examples:
  keelson why --as alice get secrets -n prod
  keelson why --as alice --as-group devs delete deployments.apps/web -n prod
  keelson why --as system:serviceaccount:ci:builder get /metrics
`;

export interface WhyOptions {
  readonly user: string;
  readonly groups: readonly string[];
  readonly uid: string | undefined;
  readonly verb: string;
  /** A resource, perhaps with a name or a subresource behind a slash, or a path. */
  readonly what: string;
  readonly name: string | undefined;
  /** Absent for that of the context. */
  readonly namespace: string | undefined;
  readonly isEverywhere: boolean;
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  readonly domain: string;
}

export function parseWhyOptions(args: readonly string[]): WhyOptions {
  const { values, positionals } = parseOrThrow(args);
  const [verb, what, name, ...more] = positionals;
  const { as: user = '', 'as-group': groups = [], 'as-uid': uid } = values;
  const { namespace, kubeconfig, context, domain = defaultDomain } = values;
  const isEverywhere = values['all-namespaces'] === true;
  if (user === '' && groups.length === 0) throw new UsageError('say who it is about: --as USER, or --as-group GROUP');
  if (verb === undefined || what === undefined) {
    throw new UsageError('say what they want to do: a verb and a resource, such as get secrets');
  }
  if (more.length > 0) throw new UsageError(`"${more[0] ?? ''}" is too much; one name is enough`);
  if (isEverywhere && namespace !== undefined) throw new UsageError('choose one of --namespace and --all-namespaces');
  return { user, groups, uid, verb, what, name, namespace, isEverywhere, kubeconfig, context, domain };
}

function parseOrThrow(args: readonly string[]) {
  const options = {
    as: { type: 'string' },
    'as-group': { type: 'string', multiple: true },
    'as-uid': { type: 'string' },
    namespace: { type: 'string', short: 'n' },
    'all-namespaces': { type: 'boolean', short: 'A' },
    kubeconfig: { type: 'string' },
    context: { type: 'string' },
    domain: { type: 'string' },
  } as const;
  return parseOptionsOrThrow({ args, allowPositionals: true, options });
}
