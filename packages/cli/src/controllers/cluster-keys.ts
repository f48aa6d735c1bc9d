/** The keys that a process of controllers is given: what signs certificates and tokens, and what is published. */
import { createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { issueSecretToken, signingKeyOf, type VerifyingKey } from '@keelson/auth';
import type { ClusterCredentials } from '@keelson/controllers';
import type { KeyPair } from '@keelson/pki';
import { parseSigningPair, type FileSource, type SigningConfiguration, type SigningFiles } from '@keelson/server';

import { fileOf } from '../serve/files.ts';
import { signingOf } from '../serve/signing-flags.ts';
import { UsageError } from '../terminal.ts';
import type { ProcessValues } from './flags.ts';

/** Rejects with a UsageError if a file cannot be used. `authority` is that of the kubeconfig. */
export async function clusterKeysOf(
  values: ProcessValues,
  authority: string | undefined,
): Promise<ClusterCredentials | undefined> {
  const rootAuthority = (await read(values, 'root-ca-file')) ?? authority;
  if (rootAuthority === undefined) return undefined;
  const signing = signingOf(values);
  const signingAuthority = await signingAuthoritiesOf(signing);
  const key = await tokenKeyOf(values);
  return {
    authority: () => rootAuthority,
    signingAuthority,
    maxSigningSeconds: signing.maxSeconds,
    ...(key !== undefined && {
      issueSecretToken: ({ namespace, account, accountUid, secret }) =>
        issueSecretToken(key, { account: { namespace, name: account }, accountUid, secret }),
    }),
  };
}

async function signingAuthoritiesOf({ authority, signers = new Map() }: SigningConfiguration) {
  const all = authority && (await readPair(authority));
  const bySigner = new Map<string, KeyPair>();
  for (const [signer, files] of signers) bySigner.set(signer, await readPair(files));
  return (signer: string): KeyPair | undefined => bySigner.get(signer) ?? all;
}

async function readPair({ chain, privateKey }: SigningFiles): Promise<KeyPair> {
  const parsed = parseSigningPair([await readText(chain), await readText(privateKey)]);
  if (!parsed.ok) throw new UsageError(`--${chain.flag}: ${parsed.message}`);
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

async function read(
  values: ProcessValues,
  flag: 'root-ca-file' | 'service-account-private-key-file',
): Promise<string | undefined> {
  const file = fileOf(values, flag);
  return file && readText(file);
}

async function readText({ flag, path }: FileSource): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new UsageError(`--${flag} ${path}: ${(error as Error).message}`, { cause: error });
  }
}
