/** Flags to configuration: reads the files that flags name, and reports the faults in them. */
import { readFile } from 'node:fs/promises';

import { chosenPlugins, pluginsOfOthers } from '@keelson/admission';
import { storageMediaTypes, type ServerConfiguration } from '@keelson/server';
import { createLogger } from '@keelson/telemetry';

import { UsageError } from '../terminal.ts';
import { build, version } from '../version.ts';
import { admissionConfigurationOf } from './admission-config.ts';
import { auditOf } from './audit.ts';
import { browsersOf } from './browser-flags.ts';
import { callersOf } from './callers.ts';
import { clusterInfoOf } from './cluster-info-flags.ts';
import { controllersOf } from './controller-flags.ts';
import { fileOf, filePairOf } from './files.ts';
import { http2Of } from './http2-flags.ts';
import { lifecycleOf } from './lifecycle.ts';
import { simulationOf } from './simulation-flags.ts';
import { servicesOf } from './service-flags.ts';
import { unboundValues } from './store-flags.ts';
import type { ServeValues } from './values.ts';
import { workersOf } from './worker-flags.ts';

export async function configurationOf(values: ServeValues): Promise<ServerConfiguration> {
  const format = values['logging-format'] === 'json' ? 'json' : 'text';
  const controllers = controllersOf(values);
  const lifecycle = lifecycleOf(values, controllers.names);
  const workers = workersOf(values.workers);
  return {
    version,
    build,
    dataDir: values['data-dir'],
    domain: parseDomain(values.domain),
    serving: servingOf(values),
    workers,
    store: await storeOf(values),
    callers: await callersOf(values),
    callouts: { usesEndpoints: values['enable-aggregator-routing'] },
    nodeAgents: nodeAgentsOf(values),
    proxyClient: proxyClientOf(values),
    audit: await auditOf(values),
    ...(await admissionConfigurationOf(values)),
    plugins: pluginsOf(values).filter((name) => !lifecycle.gatesOff.has(name)),
    tolerationSeconds: {
      notReady: values['default-not-ready-toleration-seconds'],
      unreachable: values['default-unreachable-toleration-seconds'],
    },
    controllers,
    clusterInfo: clusterInfoOf(values),
    simulation: await simulationOf(values),
    services: servicesOf(values),
    browsers: browsersOf(values),
    limits: limitsOf(values, lifecycle.gatesOff),
    ending: {
      shutdownDelayMs: values['shutdown-delay-duration'],
      livezGraceMs: values['livez-grace-period'],
      gracePeriodMs: values['shutdown-grace-period'],
    },
    ...lifecycle,
    reportIntervalMs: values['deprecated-request-report-interval'],
    logger: createLogger({ format, verbosity: values.v }),
  };
}

function limitsOf(values: ServeValues, gatesOff: ReadonlySet<string>): ServerConfiguration['limits'] {
  const hasPriorityAndFairness = values['enable-priority-and-fairness'] && !gatesOff.has('APIPriorityAndFairness');
  const [reading, mutating] = [values['max-requests-inflight'], values['max-mutating-requests-inflight']];
  if (hasPriorityAndFairness && reading + mutating === 0) {
    throw new UsageError(
      '--max-requests-inflight and --max-mutating-requests-inflight are both 0: together they are what ' +
        '--enable-priority-and-fairness shares out',
    );
  }
  return {
    hasPriorityAndFairness,
    readingInFlight: reading,
    mutatingInFlight: mutating,
    bodyBytes: values['max-request-bytes'],
    requestTimeoutMs: values['request-timeout'],
    minWatchTimeoutMs: values['min-request-timeout'] * 1000,
  };
}

function parseDomain(domain: string): string {
  if (/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$/.test(domain)) return domain;
  throw new UsageError(`--domain "${domain}" is not a domain such as k8s.io`);
}

function servingOf(values: ServeValues): ServerConfiguration['serving'] {
  const pair = filePairOf(values, 'tls-cert-file', 'tls-private-key-file');
  return {
    bindAddress: values['bind-address'],
    port: values['secure-port'],
    http2: http2Of(values),
    ...(pair !== undefined && { certificate: { chain: pair[0], privateKey: pair[1] } }),
    rootAuthority: fileOf(values, 'root-ca-file'),
    tls: {
      minVersion: values['tls-min-version'] === 'VersionTLS13' ? 'VersionTLS13' : 'VersionTLS12',
      suites: values['tls-cipher-suites'],
    },
  };
}

function nodeAgentsOf(values: ServeValues): ServerConfiguration['nodeAgents'] {
  const pair = filePairOf(values, 'kubelet-client-certificate', 'kubelet-client-key');
  return {
    addressTypes: values['kubelet-preferred-address-types'],
    authority: fileOf(values, 'kubelet-certificate-authority'),
    client: pair && { certificate: pair[0], privateKey: pair[1] },
  };
}

function proxyClientOf(values: ServeValues): ServerConfiguration['proxyClient'] {
  const pair = filePairOf(values, 'proxy-client-cert-file', 'proxy-client-key-file');
  return pair && { certificate: pair[0], privateKey: pair[1] };
}

async function storeOf(values: ServeValues): Promise<ServerConfiguration['store']> {
  const endpoints = values['etcd-servers'];
  const encryption = await readFlag(values, 'encryption-provider-config');
  return {
    ...(endpoints !== undefined && endpoints.length > 0 && { etcd: { endpoints, ...storeTrustOf(values) } }),
    prefix: values['etcd-prefix'],
    mediaType: storageMediaTypes.find((each) => each === values['storage-media-type']),
    compactionIntervalMs: values['etcd-compaction-interval'],
    ...(encryption !== undefined && { encryption }),
    unboundValues: unboundValues.find((each) => each === values['encryption-unbound-values']),
    eventTtlSeconds: Math.ceil(values['event-ttl'] / 1000),
    historyMs: values['watch-history'],
    historyBytes: values['watch-history-bytes'],
  };
}

function storeTrustOf(values: ServeValues): Pick<NonNullable<ServerConfiguration['store']['etcd']>, 'trust'> {
  const authority = fileOf(values, 'etcd-cafile');
  const pair = filePairOf(values, 'etcd-certfile', 'etcd-keyfile');
  if (authority === undefined && pair === undefined) return {};
  if (authority === undefined) throw new UsageError('--etcd-certfile needs --etcd-cafile beside it');
  return { trust: { authority, client: pair && { certificate: pair[0], privateKey: pair[1] } } };
}

type FileFlag = {
  [Name in keyof ServeValues]: ServeValues[Name] extends string | undefined ? Name : never;
}[keyof ServeValues];

async function readFlag(values: ServeValues, flag: FileFlag): Promise<string | undefined> {
  const path = values[flag];
  if (path === undefined) return undefined;
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(`--${flag} ${path}: ${code === 'ENOENT' ? 'there is no such file' : message}`, {
      cause: error,
    });
  }
}

function pluginsOf(values: ServeValues): readonly string[] {
  const enabled = values['enable-admission-plugins'];
  const disabled = values['disable-admission-plugins'];
  const both = enabled.find((name) => disabled.includes(name));
  if (both !== undefined) {
    throw new UsageError(`${both} is in --enable-admission-plugins and in --disable-admission-plugins; name it once`);
  }
  const missing = enabled.find((name) => pluginsOfOthers.includes(name));
  if (missing !== undefined) {
    throw new UsageError(
      `--enable-admission-plugins ${missing}: kube-apiserver has it, this server has not: ` +
        'what it changes or refuses elsewhere passes as it is. Leave it out to start without it',
    );
  }
  return chosenPlugins({ enabled, disabled });
}
