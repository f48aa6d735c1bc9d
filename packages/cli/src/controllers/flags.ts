/** Flags of `keelson controllers`, by the names that kube-controller-manager has for them. */
import { controllerFlags } from '../serve/controller-flags.ts';
import type { Flag, ValuesOf } from '../serve/flag.ts';

const api = 'API server';
const election = 'Election';
const serving = 'Health and metrics';
const keys = 'Keys';

export const processFlags = {
  kubeconfig: {
    kind: 'text',
    group: api,
    value: 'FILE',
    about: 'the server, and who asks it (default: $KUBECONFIG, .keelson/admin.kubeconfig or ~/.kube/config)',
  },
  context: { kind: 'text', group: api, value: 'NAME', about: 'the context in it (default: its current one)' },
  'leader-elect': {
    kind: 'switch',
    group: election,
    default: true,
    about: 'run the controllers in one of several such processes at a time',
  },
  'leader-elect-lease-duration': {
    kind: 'duration',
    group: election,
    default: 15_000,
    about: 'the time without renewal after which another process takes over',
  },
  'leader-elect-renew-deadline': {
    kind: 'duration',
    group: election,
    default: 10_000,
    about: 'the time without renewal after which a leader stops; less than the lease lasts',
  },
  'leader-elect-retry-period': {
    kind: 'duration',
    group: election,
    default: 2_000,
    about: 'the time between renewals, and between attempts to take over',
  },
  'leader-elect-resource-name': {
    kind: 'text',
    group: election,
    value: 'NAME',
    default: 'keelson-controllers',
    about: 'the name of the Lease',
  },
  'leader-elect-resource-namespace': {
    kind: 'text',
    group: election,
    value: 'NAME',
    default: 'kube-system',
    about: 'the namespace of the Lease',
  },
  ...controllerFlags,
  'feature-gates': {
    kind: 'settings',
    group: 'Controllers',
    default: new Map<string, string>(),
    defaultText: 'those of the release',
    about: 'features to turn on and off, as name=true,name=false',
  },
  'root-ca-file': {
    kind: 'text',
    group: keys,
    value: 'FILE',
    about: 'the authority that is published to pods (default: the one in the kubeconfig)',
  },
  'service-account-private-key-file': {
    kind: 'text',
    group: keys,
    value: 'FILE',
    about: 'the key that signs tokens which Secrets keep; without it none are made',
  },
  'bind-address': { kind: 'text', group: serving, value: 'ADDRESS', default: '127.0.0.1', about: 'where it listens' },
  'secure-port': {
    kind: 'count',
    group: serving,
    value: 'PORT',
    default: 10_257,
    minimum: 0,
    maximum: 65_535,
    about: 'HTTPS port of /healthz and /metrics; 0 for none',
  },
  v: { kind: 'count', group: 'Log', value: 'LEVEL', default: 2, minimum: 0, about: 'how much is logged: 0 to 10' },
  'logging-format': { kind: 'text', group: 'Log', default: 'text', oneOf: ['text', 'json'], about: 'text or json' },
} as const satisfies Readonly<Record<string, Flag>>;

export type ProcessValues = ValuesOf<typeof processFlags>;
