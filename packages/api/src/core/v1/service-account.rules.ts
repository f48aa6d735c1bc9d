/** Prepares writes of service accounts: secrets are those of the same namespace, and so are known by their names alone. */
import type { ResourceHooks } from '@keelson/schema';

import type { ServiceAccount } from './service-account.ts';

export const serviceAccountHooks: ResourceHooks<ServiceAccount> = {
  prepareForCreate: keepNamesOfSecrets,
  prepareForUpdate: keepNamesOfSecrets,
};

function keepNamesOfSecrets(account: ServiceAccount): void {
  const { secrets } = account;
  if (secrets === undefined) return;
  account.secrets = secrets.map(({ name }) => (name === undefined ? {} : { name }));
}
