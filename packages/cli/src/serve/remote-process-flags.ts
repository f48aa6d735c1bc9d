/** Flags that the processes beside a server share: the server that they are clients of, and their log. */
import type { Flag } from './flag.ts';

const api = 'API server';

export const remoteProcessFlags = {
  kubeconfig: {
    kind: 'text',
    group: api,
    value: 'FILE',
    about: 'the server, and who asks it (default: $KUBECONFIG, .keelson/admin.kubeconfig or ~/.kube/config)',
  },
  context: { kind: 'text', group: api, value: 'NAME', about: 'the context in it (default: its current one)' },
} as const satisfies Readonly<Record<string, Flag>>;

export const remoteProcessLogFlags = {
  v: { kind: 'count', group: 'Log', value: 'LEVEL', default: 2, minimum: 0, about: 'how much is logged: 0 to 10' },
  'logging-format': { kind: 'text', group: 'Log', default: 'text', oneOf: ['text', 'json'], about: 'text or json' },
} as const satisfies Readonly<Record<string, Flag>>;
