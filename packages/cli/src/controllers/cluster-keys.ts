/** The keys that a process of controllers is given: what signs certificates and tokens, and what is published. */
import { createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { issueSecretToken, signingKeyOf, type VerifyingKey } from '@keelson/auth';
import type { ClusterCredentials } from '@keelson/controllers';
import { parseSigningPair } from '@keelson/server';

import { UsageError } from '../terminal.ts';
import type { ProcessValues } from './flags.ts';

/** Rejects with a UsageError if a file cannot be used. `authority` is that of the kubeconfig. */
export async function clusterKeysOf(
  values: ProcessValues,
  authority: string | undefined,
): Promise<ClusterCredentials | undefined> {
  const rootAuthority = (await read(values, 'root-ca-file')) ?? authority;
  if (rootAuthority === undefined) return undefined;
  const signing = await signingPairOf(values);
  const key = await tokenKeyOf(values);
  return {
    authority: () => rootAuthority,
    signingAuthority: () => signing,
    maxSigningSeconds: Math.floor(values['cluster-signing-duration'] / 1_000),
    ...(key !== undefined && {
      issueSecretToken: ({ namespace, account, accountUid, secret }) =>
        issueSecretToken(key, { account: { namespace, name: account }, accountUid, secret }),
    }),
  };
}

async function signingPairOf(values: ProcessValues) {
  const certificate = await read(values, 'cluster-signing-cert-file');
  const privateKey = await read(values, 'cluster-signing-key-file');
  if (certificate === undefined && privateKey === undefined) return undefined;
  if (certificate === undefined || privateKey === undefined) {
    throw new UsageError('--cluster-signing-cert-file and --cluster-signing-key-file need each other');
  }
  const parsed = parseSigningPair([certificate, privateKey]);
  if (!parsed.ok) throw new UsageError(`--cluster-signing-cert-file: ${parsed.message}`);
  return parsed.value;
}

async function tokenKeyOf(values: ProcessValues): Promise<VerifyingKey | undefined> {
  const text = await read(values, 'service-account-private-key-file');
  if (text === undefined) return undefined;
  const key = tryTo(() => signingKeyOf(createPrivateKey(text)));
  if (typeof key === 'string') throw new UsageError(`--service-account-private-key-file: ${key}`);
  return key;
}

function tryTo(run: () => VerifyingKey | string): VerifyingKey | string {
  try {
    return run();
  } catch {
    return 'this is no private key in PEM';
  }
}

type FileFlag =
  'root-ca-file' | 'service-account-private-key-file' | 'cluster-signing-cert-file' | 'cluster-signing-key-file';

async function read(values: ProcessValues, flag: FileFlag): Promise<string | undefined> {
  const path = values[flag];
  if (path === undefined || path === '') return undefined;
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new UsageError(`--${flag} ${path}: ${(error as Error).message}`, { cause: error });
  }
}
