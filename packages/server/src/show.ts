/** Where a server is to be found: its listener, and the kubeconfig that leads there. Both follow its certificates. */
import type { Metrics } from '@keelson/telemetry';

import type { ServerConfiguration } from './configuration.ts';
import { urlOf } from './hosts.ts';
import { writeKubeconfig } from './kubeconfig.ts';
import { listen, type Listener } from './listener.ts';
import { makeHandler, type HandlerParts } from './make-handler.ts';

import type { Front } from './open-front.ts';
import type { KeptReplica } from './replicas/keep-replica.ts';
import { openReplica, type OpenReplicaParts } from './replicas/open-replica.ts';
import { replicaPage } from './replicas/replica-page.ts';
import { webhookPage, type WebhookPageParts } from './webhook-page.ts';

export interface Shown {
  readonly listener: Listener;
  readonly url: string;
  readonly kubeconfigPath: string;
  readonly replica: KeptReplica;
}

type EngineParts = Omit<HandlerParts, 'auditor' | 'credentials' | 'metrics' | 'pages'> &
  WebhookPageParts &
  Omit<OpenReplicaParts, 'url'>;

/** No proxy is trusted to name the user. */
const noHeaders = { user: [], group: [], extraPrefixes: [] };

export async function show(
  configuration: ServerConfiguration,
  { auditor, metrics, tls }: Front,
  parts: EngineParts,
): Promise<Shown> {
  const { dataDir, serving, link, logger } = configuration;
  const { peerOf } = tls.trust;
  const credentials = { peerOf, proxyHeaders: configuration.callers.frontProxy?.headers ?? noHeaders };
  let url = '';
  const replica = openReplica(configuration, { ...parts, url: () => url });
  const pages = [...parts.callers.pages(() => url), webhookPage(parts), replicaPage(replica, link?.index)];
  const handler = makeHandler(configuration, { ...parts, auditor, credentials, metrics, pages });
  const onHandshakeError = countHandshakeErrors(metrics);
  const listener = await listen({ ...serving, link, secureContext: tls.secureContext(), handler, onHandshakeError });
  url = urlOf(serving.bindAddress, listener.port);
  replica.begin();
  const place = { dataDir, server: url, tls, logger };
  const kubeconfigPath = await writeKubeconfig(place);
  tls.onChange(() => {
    listener.useSecureContext(tls.secureContext());
    writeKubeconfig(place).catch((error: unknown) => {
      logger.error('the kubeconfig could not be written', { error });
    });
  });
  return { listener, url, kubeconfigPath, replica };
}

function countHandshakeErrors(metrics: Metrics): () => void {
  const errors = metrics.counter({
    name: 'apiserver_tls_handshake_errors_total',
    help: "Number of requests dropped with 'TLS handshake error from' error",
    stability: 'ALPHA',
  });
  return () => errors.add({});
}
