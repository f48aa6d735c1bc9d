/** The command line of `keelson schema`. */
import { defaultDomain } from '@keelson/schema';

import { parseOptionsOrThrow } from '../parse-options.ts';
import { UsageError } from '../terminal.ts';

export const schemaHelp = `Writes the schemas of all kinds, for programs in other languages.

Usage: keelson schema (--proto FOLDER | --json FOLDER) [options]

      --proto FOLDER    .proto files, one for each package: what the API answers in
                        application/vnd.kubernetes.protobuf and servers keep in etcd.
                        Objects come in an io.k8s.apimachinery.pkg.runtime.Unknown
                        behind the four bytes "k8s\\0", watches send WatchEvents
      --json FOLDER     JSON Schemas (draft 7), one for each kind and complete in
                        itself: deployment-apps-v1.json. For editors and validators
      --strict          JSON Schemas refuse fields that a kind does not have
      --from-server     the kinds that a server serves, custom ones too; JSON only
      --kubeconfig FILE which server, and as who (default: $KUBECONFIG,
                        .keelson/admin.kubeconfig or ~/.kube/config)
      --context NAME    the context in it (default: its current one)
      --domain DOMAIN   the domain of the API groups (default: k8s.io)
  -h, --help            this text

Exit codes: 0 when all was written, 1 when something could not be read or written, 2
when the command was not understood.

Examples:
  keelson schema --proto schemas && protoc -I schemas --python_out=. $(find schemas -name '*.proto')
  keelson schema --json schemas --from-server --strict
`;

export interface SchemaOptions {
  readonly target: { readonly format: 'proto' | 'json'; readonly folder: string };
  readonly isStrict: boolean;
  readonly isFromServer: boolean;
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  readonly domain: string;
}

export function parseSchemaOptions(args: readonly string[]): SchemaOptions {
  const { proto, json, strict: isStrict = false, 'from-server': isFromServer = false, ...rest } = parseOrThrow(args);
  const { kubeconfig, context, domain = defaultDomain } = rest;
  if ((proto === undefined) === (json === undefined)) {
    throw new UsageError('say what to write, and where: --proto FOLDER or --json FOLDER');
  }
  if (proto !== undefined && isFromServer) {
    throw new UsageError('--from-server is for --json: custom kinds have no protobuf, and the others are known here');
  }
  if (proto !== undefined && isStrict) throw new UsageError('--strict is for --json');
  const target =
    proto === undefined ? { format: 'json' as const, folder: json ?? '' } : { format: 'proto' as const, folder: proto };
  return { target, isStrict, isFromServer, kubeconfig, context, domain };
}

function parseOrThrow(args: readonly string[]) {
  const options = {
    proto: { type: 'string' },
    json: { type: 'string' },
    strict: { type: 'boolean' },
    'from-server': { type: 'boolean' },
    kubeconfig: { type: 'string' },
    context: { type: 'string' },
    domain: { type: 'string' },
  } as const;
  return parseOptionsOrThrow({ args, options }).values;
}
