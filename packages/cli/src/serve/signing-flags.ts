/** Flags of the authorities that sign certificate requests, by the names that kube-controller-manager has for them. */
import { clusterSigners } from '@keelson/api';
import type { FileSource, SigningConfiguration } from '@keelson/server';

import { UsageError } from '../terminal.ts';
import { filePairOf } from './files.ts';
import type { Flag } from './flag.ts';

const group = 'Controllers';
const certificateOf = (signer: string) =>
  ({
    kind: 'text',
    group,
    value: 'FILE',
    about: `the authority that signs for ${signer}; where one signer has its own, those without sign nothing`,
  }) as const;
const keyOf = (certificate: string) =>
  ({ kind: 'text', group, value: 'FILE', about: `the private key of --${certificate}` }) as const;

export const signingFlags = {
  'cluster-signing-cert-file': {
    kind: 'text',
    group,
    value: 'FILE',
    about: 'the authority that signs certificate requests (default: the one we make); read anew when it changes',
  },
  'cluster-signing-key-file': {
    kind: 'text',
    group,
    value: 'FILE',
    about: 'its private key, RSA or ECDSA',
  },
  'cluster-signing-kube-apiserver-client-cert-file': certificateOf(clusterSigners.apiServerClient),
  'cluster-signing-kube-apiserver-client-key-file': keyOf('cluster-signing-kube-apiserver-client-cert-file'),
  'cluster-signing-kubelet-client-cert-file': certificateOf(clusterSigners.kubeletClient),
  'cluster-signing-kubelet-client-key-file': keyOf('cluster-signing-kubelet-client-cert-file'),
  'cluster-signing-kubelet-serving-cert-file': certificateOf(clusterSigners.kubeletServing),
  'cluster-signing-kubelet-serving-key-file': keyOf('cluster-signing-kubelet-serving-cert-file'),
  'cluster-signing-legacy-unknown-cert-file': certificateOf(clusterSigners.legacyUnknown),
  'cluster-signing-legacy-unknown-key-file': keyOf('cluster-signing-legacy-unknown-cert-file'),
  'cluster-signing-duration': {
    kind: 'duration',
    group,
    default: 365 * 24 * 3_600_000,
    defaultText: '8760h',
    about: 'the longest life of a certificate that is signed, whatever its request asks for',
  },
} as const satisfies Readonly<Record<string, Flag>>;

type FileFlag = Exclude<keyof typeof signingFlags, 'cluster-signing-duration'>;

export type SigningValues = Readonly<Record<FileFlag, string | undefined>> & {
  readonly 'cluster-signing-duration': number;
};

const flagsOfSigners = [
  [
    clusterSigners.apiServerClient,
    'cluster-signing-kube-apiserver-client-cert-file',
    'cluster-signing-kube-apiserver-client-key-file',
  ],
  [clusterSigners.kubeletClient, 'cluster-signing-kubelet-client-cert-file', 'cluster-signing-kubelet-client-key-file'],
  [
    clusterSigners.kubeletServing,
    'cluster-signing-kubelet-serving-cert-file',
    'cluster-signing-kubelet-serving-key-file',
  ],
  [clusterSigners.legacyUnknown, 'cluster-signing-legacy-unknown-cert-file', 'cluster-signing-legacy-unknown-key-file'],
] as const satisfies readonly (readonly [string, FileFlag, FileFlag])[];

/** Throws a UsageError where a key or a certificate is without the other, or a signer has two authorities. */
export function signingOf(values: SigningValues): SigningConfiguration {
  const maxSeconds = Math.floor(values['cluster-signing-duration'] / 1_000);
  const authority = filesOf(filePairOf(values, 'cluster-signing-cert-file', 'cluster-signing-key-file'));
  const signers = new Map(
    flagsOfSigners.flatMap(([signer, certificate, key]) => {
      const files = filesOf(filePairOf(values, certificate, key));
      return files === undefined ? [] : [[signer, files] as const];
    }),
  );
  if (signers.size === 0) return { authority, maxSeconds };
  if (authority === undefined) return { signers, maxSeconds };
  throw new UsageError(
    'cannot specify --cluster-signing-{cert,key}-file and other --cluster-signing-*-file flags at the same time',
  );
}

function filesOf(pair: readonly [FileSource, FileSource] | undefined) {
  return pair && { chain: pair[0], privateKey: pair[1] };
}
