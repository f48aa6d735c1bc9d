/** Aggregated APIs of a server: their registrations, and whom other API servers of the cluster are to trust. */
import { openAggregation, type Aggregation } from '@keelson/aggregator';
import { countCertificateFaults } from '@keelson/callouts';
import type { ClusterTrust } from '@keelson/controllers';
import type { RecordQueue } from '@keelson/informers';
import { frontProxyName } from '@keelson/pki';

import type { ServerConfiguration } from './configuration.ts';
import type { Front } from './open-front.ts';
import { isListedBy } from './runtime-config.ts';

type EngineParts = Pick<
  Parameters<typeof openAggregation>[0],
  'scheme' | 'informers' | 'registry' | 'callouts' | 'resolveService'
>;

export function runAggregation(
  { runtimeConfig, release, logger }: ServerConfiguration,
  { frontProxy, metrics, nodeAgents }: Pick<Front, 'frontProxy' | 'metrics' | 'nodeAgents'>,
  { record, ...engine }: EngineParts & { readonly record: RecordQueue },
): Aggregation {
  const aggregation = openAggregation({
    ...engine,
    callouts: countCertificateFaults(engine.callouts, metrics, 'kube_aggregator'),
    isListed: isListedBy(runtimeConfig, release),
    release,
    credentials: frontProxy.current,
    agents: nodeAgents,
    random: Math.random,
    metrics,
    record,
    logger,
  });
  frontProxy.onChange(aggregation.renewCredentials);
  return aggregation;
}

/** The names that servers of this ecosystem look for where nobody has configured others. */
const usualHeaders = {
  usernameHeaders: ['X-Remote-User'],
  groupHeaders: ['X-Remote-Group'],
  extraHeaderPrefixes: ['X-Remote-Extra-'],
};

/** Of this moment: what this server verifies client certificates with, and by which certificate it asks others itself. */
export function clusterTrustOf({ callers }: ServerConfiguration, { tls, frontProxy }: Front): ClusterTrust {
  const { clients, proxies } = tls.trust.current;
  const own = frontProxy.authority();
  const authorities = [...proxies.map(String), ...(own === undefined ? [] : [own])];
  const { allowedNames = [], headers } = callers.frontProxy ?? {};
  const isAny = callers.frontProxy !== undefined && allowedNames.length === 0;
  const names = own === undefined ? allowedNames : [...allowedNames, frontProxyName];
  return {
    clientAuthorities: clients.map(String).join(''),
    ...(authorities.length > 0 && {
      frontProxy: {
        authorities: authorities.join('\n'),
        allowedNames: isAny ? [] : names,
        ...usualHeaders,
        ...(headers && {
          usernameHeaders: headers.user,
          groupHeaders: headers.group,
          extraHeaderPrefixes: headers.extraPrefixes,
        }),
      },
    }),
  };
}
