/** Secret: confidential data of up to 1 MiB, such as passwords and certificates. */
import { bool, bytes, field, kind, map, optional, string, type TypeOf, usually } from '@keelson/schema';

import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';
import { mergeStringData } from './secret.defaults.ts';

export const Secret = kind(
  'io.k8s.api.core.v1.Secret',
  {
    metadata,
    immutable: optional(5, bool, { about: 'True forbids any further change of the data; it cannot be taken back.' }),
    data: field(2, map(bytes), { about: 'Values by key, in base64; keys may hold letters, digits, `-`, `_` and `.`.' }),
    stringData: field(4, map(string), { about: 'Plain-text values merged into `data` on write; never returned.' }),
    type: field(
      3,
      usually(
        'Opaque',
        'kubernetes.io/service-account-token',
        'kubernetes.io/dockercfg',
        'kubernetes.io/dockerconfigjson',
        'kubernetes.io/basic-auth',
        'kubernetes.io/ssh-auth',
        'kubernetes.io/tls',
        'bootstrap.kubernetes.io/token',
      ),
      {
        default: 'Opaque',
        about: 'What the data is for, such as kubernetes.io/tls; Opaque by default, cannot change.',
      },
    ),
  },
  { about: 'Confidential data of up to 1 MiB, such as passwords and certificates.', applyDefaults: mergeStringData },
);
export type Secret = TypeOf<typeof Secret>;

export const SecretList = listOf(Secret);
export type SecretList = TypeOf<typeof SecretList>;
