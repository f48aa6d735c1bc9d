/**
 * The ladder of a server. Each rung needs those below it, and the way down is the way
 * up in reverse:
 *
 *     store ─ compactor ─ window ─ registry ─ listener ─ system namespaces ─ ready
 *
 * It listens before it is ready, so that health can say what is missing.
 */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { createApiScheme } from '@keelson/api';
import { createWindow, type Window } from '@keelson/cache';
import { createRegistry, type Engine } from '@keelson/registry';
import type { Scheme } from '@keelson/schema';
import { isStorageError, startCompactor, type Storage } from '@keelson/storage';
import { createHealth, type Health } from '@keelson/surface';

import { makeSystemNamespaces } from './bootstrap.ts';
import { adminUser, keepCertificates, writeWhole, type KeptCertificates } from './certificates/keep.ts';
import type { ServerConfiguration } from './configuration.ts';
import { hostsOf, urlOf } from './hosts.ts';
import { printKubeconfig } from './kubeconfig.ts';
import { listen, type Listener } from './listener.ts';
import { makeHandler } from './make-handler.ts';
import { emptyNamespacesThatGo } from './namespace-emptier.ts';
import { openStorage } from './open-storage.ts';
import { unknownSwitches } from './runtime-config.ts';

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  readonly kubeconfigPath: string;
  /** In PEM: whom clients have to trust. */
  readonly authority: string;
  /** Resolves once `/readyz` answers with 200. */
  whenReady(): Promise<void>;
  /** Not ready, the shutdown delay, watches end, requests finish. Resolves when all is closed. */
  stop(): Promise<void>;
  /** Does not wait for requests under way any longer. */
  cutOff(): void;
}

export type StartResult =
  | { readonly ok: true; readonly server: RunningServer }
  /** What is wrong can be mended by whoever started it; everything else throws. */
  | { readonly ok: false; readonly message: string };

/** What closes, in the order in which it was opened. */
type Closing = () => Promise<void> | void;

export async function startServer(configuration: ServerConfiguration): Promise<StartResult> {
  const closings: Closing[] = [];
  try {
    return { ok: true, server: await climb(configuration, closings) };
  } catch (error) {
    for (const close of closings.reverse()) await close();
    const message = messageOf(error, configuration);
    if (message === undefined) throw error;
    return { ok: false, message };
  }
}

interface Rungs {
  readonly scheme: Scheme;
  readonly storage: Storage;
  readonly window: Window;
  readonly registry: Engine;
  readonly health: Health;
}

async function climb(configuration: ServerConfiguration, closings: Closing[]): Promise<RunningServer> {
  const { dataDir, serving, store, ending, logger } = configuration;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const certificates = await keepCertificates(join(dataDir, 'pki'), hostsOf(serving.bindAddress), new Date());
  const storage = await openStorage(configuration);
  closings.push(() => storage.close());
  const rungs = openEngine(configuration, storage);
  closings.push(() => rungs.window.close());
  const { health, window, registry } = rungs;
  if (store.compactionIntervalMs > 0) {
    const compactor = startCompactor({ storage, intervalMs: store.compactionIntervalMs, logger });
    closings.push(() => compactor.close());
  }
  const stopEmptying = emptyNamespacesThatGo(rungs, logger);
  closings.push(stopEmptying);
  const listener = await listen(listenerOptions(configuration, rungs, certificates));
  closings.push(() => listener.stopAccepting());
  const url = urlOf(serving.bindAddress, listener.port);
  const kubeconfigPath = await writeKubeconfig(dataDir, url, certificates, serving.certificate?.chain);
  const isReady = finishStart(rungs);
  return {
    url,
    port: listener.port,
    kubeconfigPath,
    authority: certificates.authority.certificate,
    whenReady: () => isReady,
    stop: once(() => descend({ listener, health, window, closings, ending })),
    cutOff: () => listener.cutOff(),
  };

  async function finishStart({ scheme }: Rungs): Promise<void> {
    const done = health.addStartHook('bootstrap-controller');
    await window.whenReady();
    await makeSystemNamespaces(registry, scheme);
    done();
  }
}

function openEngine(configuration: ServerConfiguration, storage: Storage): Rungs {
  const { domain, store, limits, ending, logger } = configuration;
  // Retired versions are known, so that what was written in them is still understood; they are not served.
  const scheme = createApiScheme({ domain, includeRetired: true });
  const strange = unknownSwitches(configuration.runtimeConfig, scheme.resources());
  if (strange.length > 0) logger.warn('--runtime-config names what is not there', { names: strange });
  const health = createHealth({ livezGracePeriodMs: ending.livezGraceMs });
  const window = createWindow({ storage, logger, historyMs: store.historyMs, historyBytes: store.historyBytes });
  const registry = createRegistry({
    scheme,
    storage,
    window,
    expirySeconds: store.eventTtlSeconds,
    minWatchTimeoutMs: limits.minWatchTimeoutMs,
  });
  health.add('etcd', async () => {
    await storage.status();
    return undefined;
  });
  health.add('informer-sync', () => (window.isReady() ? undefined : 'the window is still loading'), { in: ['readyz'] });
  window.start();
  return { scheme, storage, window, registry, health };
}

function listenerOptions(configuration: ServerConfiguration, rungs: Rungs, { authority, server }: KeptCertificates) {
  const { serving, callers } = configuration;
  return {
    bindAddress: serving.bindAddress,
    port: serving.port,
    certificate: serving.certificate?.chain ?? server.certificate,
    privateKey: serving.certificate?.privateKey ?? server.privateKey,
    // Our own stays trusted, so that the administrator's certificate keeps working.
    clientAuthorities: [
      authority.certificate,
      ...(callers.clientAuthority === undefined ? [] : [callers.clientAuthority]),
    ],
    handler: makeHandler(configuration, rungs),
  };
}

async function writeKubeconfig(
  dataDir: string,
  server: string,
  { authority, admin }: KeptCertificates,
  servedChain: string | undefined,
): Promise<string> {
  const path = resolve(dataDir, 'admin.kubeconfig');
  const trusted = servedChain ?? authority.certificate;
  await writeWhole(path, printKubeconfig({ server, authority: trusted, user: adminUser, client: admin }), 0o600);
  return path;
}

interface Descent {
  readonly listener: Listener;
  readonly health: Health;
  readonly window: Window;
  readonly closings: Closing[];
  readonly ending: ServerConfiguration['ending'];
}

async function descend({ listener, health, window, closings, ending }: Descent): Promise<void> {
  health.beginShutdown();
  await delay(ending.shutdownDelayMs);
  // Watches would never end by themselves: they go before the wait for requests begins.
  window.close();
  const patience = setTimeout(() => listener.cutOff(), ending.gracePeriodMs);
  for (const close of closings.reverse()) await close();
  clearTimeout(patience);
}

function delay(ms: number): Promise<void> {
  return ms === 0 ? Promise.resolve() : new Promise((done) => setTimeout(done, ms));
}

function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= run());
}

/** In words for whoever started the server; undefined for faults of ours. */
function messageOf(error: unknown, { serving, dataDir }: ServerConfiguration): string | undefined {
  if (isStorageError(error)) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return `port ${serving.port} of ${serving.bindAddress} is in use; choose another with --secure-port, or 0 for any free one`;
    case 'EADDRNOTAVAIL':
      return `this machine has no address ${serving.bindAddress}; choose another with --bind-address`;
    case 'EACCES':
      return `${message}; check who may write ${dataDir} and listen on port ${serving.port}`;
    default:
      return code?.startsWith('ERR_OSSL') === true
        ? `the certificate or its key cannot be used: ${message}`
        : undefined;
  }
}
