/** The keys of a server that its controllers hand out what is made with: certificates, and tokens that Secrets keep. */
import { issueSecretToken } from '@keelson/auth';
import type { ClusterCredentials } from '@keelson/controllers';

import type { ServerConfiguration } from './configuration.ts';
import type { Front } from './open-front.ts';

export function clusterCredentialsOf(
  { controllers }: Pick<ServerConfiguration, 'controllers'>,
  { tls, signing, callers }: Pick<Front, 'tls' | 'signing' | 'callers'>,
): ClusterCredentials {
  return {
    authority: tls.trustedByClients,
    signingAuthority: signing.authorityOf,
    maxSigningSeconds: controllers.signing.maxSeconds,
    issueSecretToken: ({ namespace, account, accountUid, secret }) =>
      issueSecretToken(callers.keys.signing(), { account: { namespace, name: account }, accountUid, secret }),
  };
}
