/** The command line of `keelson owners`. */
import { parseOptionsOrThrow } from '../parse-options.ts';
import { UsageError } from '../terminal.ts';

export const ownersHelp = `Prints objects with the managers of each field beside it.

Usage: keelson owners (FILE | URL)... [options]

  FILE                  JSON or YAML that still has its managedFields, such as
                        kubectl get -o yaml --show-managed-fields gives; - for
                        standard input
  URL                   of an object or a list: https://…/api/v1/…, or just the
                        path: /api/v1/namespaces/default/configmaps/web

      --kubeconfig FILE whom to ask and as who (default: $KUBECONFIG,
                        .keelson/admin.kubeconfig or ~/.kube/config)
      --context NAME    the context in it (default: its current one)
      --manager NAME    show the fields of this manager only, and what they are in
  -h, --help            this text

Beside a manager stands how it writes: nothing for one that applies, "update" for
one that creates, updates or patches, and the subresource if it writes through one.
A field with nobody beside it was set by the server, or before fields had owners.

Exit codes: 0 when everything was printed, 1 when something could not be read, 2 when
the command was not understood.

Examples:
  keelson owners /apis/apps/v1/namespaces/default/deployments/web
  kubectl get deployment web -o yaml --show-managed-fields | keelson owners -
`;

export interface OwnersOptions {
  readonly sources: readonly string[];
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  readonly manager: string | undefined;
}

export function parseOwnersOptions(args: readonly string[]): OwnersOptions {
  const { values, positionals } = parseOrThrow(args);
  if (positionals.length === 0) throw new UsageError('name a file or the URL of an object (- is standard input)');
  const { kubeconfig, context, manager } = values;
  return { sources: positionals, kubeconfig, context, manager };
}

function parseOrThrow(args: readonly string[]) {
  const options = {
    kubeconfig: { type: 'string' },
    context: { type: 'string' },
    manager: { type: 'string' },
  } as const;
  return parseOptionsOrThrow({ args, allowPositionals: true, options });
}
