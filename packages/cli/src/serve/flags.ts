/** The flags of `keelson serve`. */
import { pluginNames, pluginsOfOthers, pluginsOnByDefault } from '@keelson/admission';
import { defaultRelease, describeFeatureGates, latestEmulated, oldestEmulated } from '@keelson/api';
import { cipherSuites, tlsVersions } from '@keelson/server';

import { auditFlags } from './audit-flags.ts';
import { callerFlags } from './caller-flags.ts';
import { browserFlags } from './browser-flags.ts';
import { http2Flags } from './http2-flags.ts';
import { clusterInfoFlags } from './cluster-info-flags.ts';
import { calloutFlags } from './callout-flags.ts';
import { controllerFlags } from './controller-flags.ts';
import type { Flag } from './flag.ts';
import { metricFlags } from './metric-flags.ts';
import { simulationFlags } from './simulation-flags.ts';
import { serviceFlags } from './service-flags.ts';
import { storeFlags } from './store-flags.ts';
import { tolerationFlags } from './toleration-flags.ts';
import { workerFlags } from './worker-flags.ts';

const serving = 'Serving';
const identity = 'Callers';
const api = 'API';
const limits = 'Limits';
const ending = 'Health and ending';
const telling = 'Logs and metrics';

const minuteMs = 60_000;
const secondMs = 1_000;

export const serveFlags = {
  config: {
    kind: 'text',
    group: serving,
    value: 'FILE',
    about: 'a file with flags, as a mapping in YAML or JSON (secure-port: 6443); those of the command line win',
  },
  'bind-address': {
    kind: 'text',
    group: serving,
    value: 'IP',
    default: '127.0.0.1',
    about: 'the address to listen on',
  },
  'secure-port': {
    kind: 'count',
    group: serving,
    value: 'PORT',
    default: 6443,
    maximum: 65_535,
    about: 'the port to serve HTTPS on; 0 for any free one, which is printed and written into the kubeconfig',
  },
  'tls-cert-file': {
    kind: 'text',
    group: serving,
    value: 'FILE',
    about: 'the certificate to serve with, and its chain (default: one of our own making)',
  },
  'tls-private-key-file': { kind: 'text', group: serving, value: 'FILE', about: 'the key of --tls-cert-file' },
  'tls-min-version': {
    kind: 'text',
    group: serving,
    value: 'VERSION',
    default: 'VersionTLS12',
    oneOf: tlsVersions,
    about: 'the oldest version of TLS to speak: VersionTLS12 or VersionTLS13',
  },
  'tls-cipher-suites': {
    kind: 'list',
    group: serving,
    value: 'SUITES',
    default: [],
    defaultText: 'all of them',
    about: `suites to offer for TLS 1.2, beside those of 1.3: ${cipherSuites.filter((name) => name.includes('_WITH_')).join(', ')}`,
  },
  ...workerFlags,
  ...http2Flags,
  ...storeFlags,
  ...callerFlags,
  'authorization-mode': {
    kind: 'list',
    group: identity,
    default: ['RBAC'],
    defaultText: 'RBAC',
    oneOf: ['RBAC', 'Webhook', 'Node', 'AlwaysAllow', 'AlwaysDeny'],
    about:
      'who decides who may do what, in order: Node, RBAC, Webhook, AlwaysAllow, AlwaysDeny; Node is for kubelets, and knows nobody else. The group system:masters may do everything',
  },
  'authorization-webhook-config-file': {
    kind: 'text',
    group: identity,
    value: 'FILE',
    about: 'where Webhook asks, and as who, in the form of a kubeconfig',
  },
  'authorization-webhook-version': {
    kind: 'text',
    group: identity,
    value: 'VERSION',
    default: 'v1beta1',
    oneOf: ['v1', 'v1beta1'],
    about: 'the version of the SubjectAccessReview that Webhook sends',
  },
  'authorization-webhook-domain': {
    kind: 'text',
    group: identity,
    value: 'DOMAIN',
    defaultText: 'that of --domain',
    about: 'the domain of the group of these reviews, where the server that Webhook asks has another one',
  },
  'authorization-webhook-cache-authorized-ttl': {
    kind: 'duration',
    group: identity,
    default: 5 * minuteMs,
    about: 'how long it counts when Webhook allows something',
  },
  'authorization-webhook-cache-unauthorized-ttl': {
    kind: 'duration',
    group: identity,
    default: 30 * secondMs,
    about: 'how long it counts when Webhook does not',
  },
  'enable-admission-plugins': {
    kind: 'list',
    group: api,
    value: 'PLUGINS',
    default: [],
    defaultText: pluginsOnByDefault.join(', '),
    oneOf: [...pluginNames, ...pluginsOfOthers],
    about: 'what changes or refuses writes, beside what does by default; the order does not matter',
  },
  'disable-admission-plugins': {
    kind: 'list',
    group: api,
    value: 'PLUGINS',
    default: [],
    defaultText: 'none',
    oneOf: [...pluginNames, ...pluginsOfOthers],
    about: 'what does not, although it does by default, here or elsewhere',
  },
  ...controllerFlags,
  ...clusterInfoFlags,
  ...simulationFlags,
  domain: { kind: 'text', group: api, value: 'DOMAIN', default: 'k8s.io', about: 'the domain of the API groups' },
  ...tolerationFlags,
  ...browserFlags,
  ...calloutFlags,
  'emulated-version': {
    kind: 'text',
    group: api,
    value: 'RELEASE',
    default: defaultRelease,
    about: `the release whose API is served: which versions there are, what is warned about and hidden; from ${oldestEmulated} to ${latestEmulated}`,
  },
  'runtime-config': {
    kind: 'settings',
    group: api,
    value: 'SETTINGS',
    default: new Map(),
    defaultText: 'everything the release serves',
    about: 'turn groups and versions on or off, such as batch/v1beta1=false,api/beta=false',
  },
  'feature-gates': {
    kind: 'settings',
    group: api,
    value: 'SETTINGS',
    default: new Map(),
    defaultText: 'as in 1.24',
    about: 'turn features on or off, such as CronJobTimeZone=true,AllBeta=false:',
    lines: describeFeatureGates(),
  },
  'enable-priority-and-fairness': {
    kind: 'switch',
    group: limits,
    default: true,
    about: 'let requests wait by flow schemas and priority levels; false brings back two fixed limits',
  },
  'max-requests-inflight': {
    kind: 'count',
    group: limits,
    default: 400,
    about:
      'added to the next one, how many requests are carried out at once, shared by priority levels; without ' +
      '--enable-priority-and-fairness, how many may read at once, 0 for no limit',
  },
  'max-mutating-requests-inflight': {
    kind: 'count',
    group: limits,
    default: 200,
    about:
      'added to the one before, how many requests are carried out at once; without --enable-priority-and-fairness, ' +
      'how many may change things at once, 0 for no limit',
  },
  'max-request-bytes': {
    kind: 'count',
    group: limits,
    value: 'BYTES',
    default: 3 * 1024 * 1024,
    minimum: 1,
    about: 'how large the body of a request may be',
  },
  'request-timeout': {
    kind: 'duration',
    group: limits,
    default: minuteMs,
    minimum: 1,
    about: 'how long a request that is no watch may take',
  },
  'min-request-timeout': {
    kind: 'count',
    group: limits,
    value: 'SECONDS',
    default: 1800,
    about: 'how long a watch lasts at least where the client does not say; at most twice as long',
  },
  'shutdown-delay-duration': {
    kind: 'duration',
    group: ending,
    default: 0,
    about: 'how long to go on serving, as not ready, after being told to stop',
  },
  'livez-grace-period': {
    kind: 'duration',
    group: ending,
    default: 0,
    about: 'how long /livez is kind to checks of the start',
  },
  'shutdown-grace-period': {
    kind: 'duration',
    group: ending,
    default: 30 * secondMs,
    about: 'how long requests under way may take to finish',
  },
  ...serviceFlags,
  ...auditFlags,
  'deprecated-request-report-interval': {
    kind: 'duration',
    group: telling,
    default: 30 * secondMs,
    about: 'how often the clients of deprecated versions are written into DeprecatedRequest objects; 0 for never',
  },
  v: {
    kind: 'count',
    group: telling,
    value: 'LEVEL',
    default: 0,
    maximum: 10,
    about: 'how much is logged: 0 for what operators need, 4 for every detail',
  },
  'logging-format': {
    kind: 'text',
    group: telling,
    value: 'FORMAT',
    default: 'text',
    oneOf: ['text', 'json'],
    about: 'how lines of the log look: text or json',
  },
  ...metricFlags,
} as const satisfies Readonly<Record<string, Flag>>;
