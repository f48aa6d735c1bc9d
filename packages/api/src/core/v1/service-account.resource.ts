/** Resource declaration of ServiceAccount in v1. */
import { allVerbs, resource } from '@keelson/schema';

import { TokenRequest } from '../../authentication/v1/token-request.ts';
import { serviceAccountHooks } from './service-account.rules.ts';
import { ServiceAccount, ServiceAccountList } from './service-account.ts';
import { serviceAccountColumns } from './service-account.columns.ts';

export const serviceAccounts = resource({
  group: '',
  version: 'v1',
  kind: 'ServiceAccount',
  plural: 'serviceaccounts',
  singular: 'serviceaccount',
  shortNames: ['sa'],
  scope: 'Namespaced',
  verbs: allVerbs,
  message: ServiceAccount,
  list: ServiceAccountList,
  subresources: {
    token: {
      kind: 'token',
      verbs: ['create'],
      servedAs: { group: 'authentication.{domain}', version: 'v1', kind: 'TokenRequest', message: TokenRequest },
    },
  },
  storage: { kind: 'stored', group: '', version: 'v1', prefix: 'serviceaccounts' },
  allowsUnconditionalUpdate: true,
  returnsDeletedObject: true,
  actsAtOnce: true,
  purpose: { kind: 'serviceAccount' },
  columns: serviceAccountColumns,
  hooks: serviceAccountHooks,
  metadataChecks: { ofUpdate: ['changed', 'whole'] },
  about: 'An identity for processes in pods.',
});
