/** Flags of `keelson controllers`, by the names that kube-controller-manager has for them. */
import { controllerFlags } from '../serve/controller-flags.ts';
import type { Flag, ValuesOf } from '../serve/flag.ts';
import { remoteProcessFlags, remoteProcessLogFlags } from '../serve/remote-process-flags.ts';

const election = 'Election';
const serving = 'Health and metrics';
const keys = 'Keys';

export const processFlags = {
  ...remoteProcessFlags,
  'use-service-account-credentials': {
    kind: 'switch',
    group: 'API server',
    default: false,
    about:
      'each controller writes as its service account in kube-system, by tokens that the user of the kubeconfig asks for',
  },
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
  ...remoteProcessLogFlags,
} as const satisfies Readonly<Record<string, Flag>>;

export type ProcessValues = ValuesOf<typeof processFlags>;
