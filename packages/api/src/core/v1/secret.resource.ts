/** Resource declaration of Secret in v1. */
import { allVerbs, resource } from '@keelson/schema';

import { countedAs } from './counted-as.ts';
import { Secret, SecretList } from './secret.ts';
import { secretColumns } from './secret.columns.ts';
import { secretHooks, secretRules } from './secret.rules.ts';

export const secrets = resource({
  group: '',
  version: 'v1',
  kind: 'Secret',
  plural: 'secrets',
  singular: 'secret',
  scope: 'Namespaced',
  verbs: allVerbs,
  message: Secret,
  list: SecretList,
  storage: { kind: 'stored', group: '', version: 'v1', prefix: 'secrets' },
  fieldSelectors: {
    type: (secret) => secret.type ?? '',
  },
  allowsUnconditionalUpdate: true,
  actsAtOnce: true,
  holdsSecrets: true,
  purpose: { kind: 'boundObject', claim: 'secret', holdsBootstrapTokens: true, tokenKey: 'token' },
  columns: secretColumns,
  metadataChecks: { ofUpdate: ['changed', 'whole'] },
  quota: countedAs('secrets'),
  hooks: secretHooks,
  rules: secretRules,
  about: 'Confidential data of up to 1 MiB, such as passwords and certificates.',
});
