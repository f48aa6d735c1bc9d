/**
 * Reads and creates everything that needs no store: files that flags name, certificates,
 * keys. Faults in them are found here, before anything has happened.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { AgentSettings } from '@keelson/aggregator';
import { createApiScheme } from '@keelson/api';
import type { Auditor } from '@keelson/audit';
import type { Scheme } from '@keelson/schema';
import type { CredentialSource } from '@keelson/storage';
import type { Metrics } from '@keelson/telemetry';

import { openAudit } from './audit/open-audit.ts';
import { readCallers, type CallerSources } from './callers/open-callers.ts';
import {
  keepCertificates,
  openFrontProxy,
  openTls,
  renewCertificates,
  type FrontProxyIdentity,
  type Tls,
} from '@keelson/pki';
import type { ServerConfiguration } from './configuration.ts';
import { createConfiguredMetrics } from './configured-metrics.ts';
import { countWorker } from './processes/worker-metrics.ts';
import { createReloads, type Reloads, unwritableFile } from '@keelson/files';
import { countFeatures } from './count-features.ts';
import { createCertificateEnds, type CertificateEnds } from './measure/certificate-ends.ts';
import { measureCertificates } from './measure/measure-certificates.ts';
import { openCallouts, type OpenCallouts } from './open-callouts.ts';
import { openSigning, type SigningAuthorities } from './open-signing.ts';
import { openStoreTrust } from './open-store-trust.ts';
import { openNodeAgents } from './open-node-agents.ts';
import { hostsOf } from './hosts.ts';
import { watchCertificates, type CertificateWatch } from './watch-certificates.ts';
import { checkRuntimeConfig } from './runtime-config.ts';

export interface Front {
  readonly scheme: Scheme;
  readonly metrics: Metrics;
  readonly reloads: Reloads;
  readonly callers: CallerSources;
  readonly tls: Tls;
  readonly frontProxy: FrontProxyIdentity;
  readonly calls: OpenCallouts;
  readonly nodeAgents: AgentSettings;
  /** The current key pairs that sign certificate requests. */
  readonly signing: SigningAuthorities;
  readonly storeCredentials: CredentialSource;
  readonly certificates: CertificateWatch;
  readonly auditor: Auditor | undefined;
  close(): Promise<void>;
}

/** Rejects with a ConfigurationError if a file cannot be used. */
export async function openFront(configuration: ServerConfiguration): Promise<Front> {
  const metrics = createConfiguredMetrics(configuration);
  for (const warning of configuration.startWarnings) configuration.logger.warn(warning);
  countFeatures(metrics, configuration.features);
  countWorker(metrics);
  const reloads = createReloads({ logger: configuration.logger, metrics });
  try {
    return await readFront(configuration, metrics, reloads);
  } catch (error) {
    reloads.close();
    throw error;
  }
}

type ShownParts = Pick<Front, 'tls' | 'frontProxy' | 'signing' | 'storeCredentials' | 'nodeAgents'>;

function certificateEndsOf({ tls, frontProxy, signing, storeCredentials, nodeAgents }: ShownParts): CertificateEnds {
  return createCertificateEnds({
    chains: {
      serving: () => {
        const { cert } = tls.secureContext();
        return typeof cert === 'string' ? cert : undefined;
      },
      ...signing.certificates,
      'front-proxy-client': () => frontProxy.current().certificate,
      'etcd-client': () => storeCredentials()?.cert,
      'kubelet-client': () => nodeAgents.credentials()?.certificate,
    },
    bundles: {
      'client-ca': () => tls.authorities().clients.map(String).join(''),
      'requestheader-client-ca': () => tls.authorities().proxies.map(String).join(''),
      'root-ca': () => tls.authorities().roots.map(String).join(''),
      'etcd-ca': () => storeCredentials()?.ca,
      'kubelet-ca': nodeAgents.authorities,
    },
  });
}

async function readFront(configuration: ServerConfiguration, metrics: Metrics, reloads: Reloads): Promise<Front> {
  const { dataDir, domain, serving, logger } = configuration;
  // Retired versions are known, so that what was written in them is still understood; they are not served.
  const scheme = createApiScheme({ domain, includeRetired: true });
  checkRuntimeConfig(configuration, scheme);
  const callers = await readCallers(configuration.callers, { reloads, logger });
  const calls = openCallouts(configuration, metrics);
  const { callouts } = calls;
  const nodeAgents = await openNodeAgents(configuration, reloads);
  const { audit, link } = configuration;
  const auditor = await openAudit(audit, { domain, reloads, callouts, metrics, logger, link });
  await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw unwritableFile(dataDir, error);
  });
  const [pki, hosts] = [join(dataDir, 'pki'), hostsOf(configuration)];
  const keep = (now: Date) => keepCertificates(pki, hosts, now, logger);
  const own = await keep(new Date());
  await callers.keys.keepSigning(pki);
  const tls = await openTls({ serving, callers: configuration.callers, own, reloads, logger });
  const signing = await openSigning(configuration.controllers.signing, () => tls.own().authority, reloads);
  const storeCredentials = await openStoreTrust(configuration.store, reloads);
  const frontProxy = await openFrontProxy({ files: configuration.proxyClient, folder: pki, reloads, logger });
  const certificateEnds = certificateEndsOf({ tls, frontProxy, signing, storeCredentials, nodeAgents });
  measureCertificates(metrics, certificateEnds);
  const certificates = watchCertificates({ certificateEnds, logger });
  const stopRenewing = renewCertificates({ folder: pki, keep, current: own, apply: tls.replaceOwn, logger });
  return {
    scheme,
    metrics,
    reloads,
    callers,
    tls,
    frontProxy,
    calls,
    nodeAgents,
    signing,
    storeCredentials,
    certificates,
    auditor,
    close: async () => {
      stopRenewing();
      certificates.stop();
      frontProxy.stop();
      reloads.close();
      await auditor?.close();
      callouts.close();
    },
  };
}
