/** `keelson adopt check`: tells what of the store of a kube-apiserver this server would understand. */
import { readFile } from 'node:fs/promises';

import {
  defaultPrefix,
  findFirstKey,
  findPermanentKeys,
  openEtcd,
  parseEncryptionConfiguration,
  type EncryptionConfiguration,
  type Storage,
} from '@keelson/storage';

import { createProgress } from '../backup/progress.ts';
import { storeOf, storeOptions } from '../backup/store-options.ts';
import type { Command } from '../command.ts';
import { parseOptionsOrThrow } from '../parse-options.ts';
import { exitCode, UsageError, type ExitCode, type Terminal } from '../terminal.ts';
import { checkStore } from './check-store.ts';
import { printCheck } from './print-check.ts';

const help = `Reads all that a store holds and tells, before a server is started over it: how many
objects there are of each resource, in which versions, media types and encryption; what
this server would not understand, with the key and the reason; ranges of addresses and
ports; and which flags to set. It writes nothing, and the servers over the store go on.

Usage: keelson adopt check [options]

      --etcd-servers URLS    the cluster, such as https://10.0.0.1:2379
      --etcd-cafile FILE     the authority that etcd is verified against
      --etcd-certfile FILE   our certificate for etcd
      --etcd-keyfile FILE    its key
      --etcd-prefix PREFIX   what all keys begin with (default: /registry)
      --encryption-provider-config FILE
                             the keys of what is encrypted, as kube-apiserver has them
      --domain DOMAIN        the end of the names of groups (default: k8s.io)
  -o, --output FORM          text or json (default: text)
      --quiet                say nothing about the progress
  -h, --help                 this text

Exit codes: 0 when all is understood, 1 when something is not, no key begins with the
prefix though there are others, or the store cannot be read, 2 when the command was not
understood.

Example:
  keelson adopt check --etcd-servers https://10.0.0.1:2379 --etcd-cafile ca.crt \\
    --etcd-certfile client.crt --etcd-keyfile client.key
`;

export const adoptCommand: Command = { help, run: adopt };

const options = {
  ...storeOptions,
  'encryption-provider-config': { type: 'string' },
  domain: { type: 'string' },
  output: { type: 'string', short: 'o' },
  quiet: { type: 'boolean' },
} as const;

async function adopt(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { store, check, output, isQuiet } = await parseOrThrow(args);
  const progress = createProgress(terminal, isQuiet);
  let storage: Storage | undefined;
  try {
    storage = await openEtcd(store);
    const report = await checkStore(storage, {
      ...check,
      findPermanentKeys: (folder) => findPermanentKeys(store, folder),
      findFirstKey: () => findFirstKey(store),
      onProgress: progress.tell,
      onRestart: () => progress.say('the revision that was read has been compacted meanwhile: beginning anew'),
    });
    terminal.writeOut(output === 'json' ? `${JSON.stringify(report, undefined, 2)}\n` : printCheck(report));
    return report.isUnderstood ? exitCode.done : exitCode.failed;
  } catch (error) {
    terminal.writeError(`keelson adopt check: ${error instanceof Error ? error.message : String(error)}\n`);
    return exitCode.failed;
  } finally {
    await storage?.close();
  }
}

async function parseOrThrow(args: readonly string[]) {
  const { values, positionals } = parseOptionsOrThrow({ args, allowPositionals: true, options });
  if (positionals.length !== 1 || positionals[0] !== 'check') throw new UsageError('say keelson adopt check');
  const { output = 'text', domain = 'k8s.io', quiet: isQuiet = false } = values;
  if (output !== 'text' && output !== 'json') throw new UsageError(`-o is text or json, and not "${output}"`);
  const store = await storeOf(values);
  if (store.kind === 'embedded') throw new UsageError('--etcd-servers is needed');
  const encryption = await readEncryption(values['encryption-provider-config'], domain);
  const prefix = values['etcd-prefix'] ?? defaultPrefix;
  return { store: { ...store, prefix }, check: { encryption, domain }, output, isQuiet };
}

async function readEncryption(path: string | undefined, domain: string): Promise<EncryptionConfiguration | undefined> {
  if (path === undefined) return undefined;
  const flag = `--encryption-provider-config ${path}`;
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new UsageError(`${flag}: ${error instanceof Error ? error.message : String(error)}`);
  });
  const parsed = parseEncryptionConfiguration(text, { domain });
  if (parsed.ok) return parsed.configuration;
  const issues = parsed.issues.map(({ path: at, message }) => (at === '' ? message : `${at}: ${message}`));
  throw new UsageError(`${flag}: ${issues.join('; ')}`);
}
