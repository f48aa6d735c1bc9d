/** kube-controller-manager and kube-scheduler as they are, beside a server: informers in Go, which speak protobuf. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { freePort } from './serve.ts';
import type { Home } from './serve.ts';

export interface Controllers {
  /** All that both have logged so far. */
  logged(): string;
  /** Undefined while both run. */
  ended(): string | undefined;
  stop(): Promise<void>;
}

const programs = ['kube-controller-manager', 'kube-scheduler'] as const;

/** The folder that KEELSON_PEER names, if both programs are in its `bin`. */
export function findControllers(): string | undefined {
  const folder = process.env['KEELSON_PEER'];
  if (folder === undefined) return undefined;
  const bin = join(folder, 'bin');
  return programs.every((program) => existsSync(join(bin, program))) ? bin : undefined;
}

export async function startControllers(bin: string, { folder, kubeconfig }: Home): Promise<Controllers> {
  const pki = join(folder, 'data', 'pki');
  const own = {
    'kube-controller-manager': [
      '--use-service-account-credentials=true',
      `--service-account-private-key-file=${join(pki, 'sa.key')}`,
      `--root-ca-file=${join(pki, 'ca.crt')}`,
    ],
    'kube-scheduler': [],
  };
  let said = '';
  let end: string | undefined;
  const children: { readonly child: ChildProcess; readonly gone: Promise<void> }[] = [];
  for (const program of programs) {
    const flags = [
      `--kubeconfig=${kubeconfig}`,
      `--authentication-kubeconfig=${kubeconfig}`,
      `--authorization-kubeconfig=${kubeconfig}`,
      '--bind-address=127.0.0.1',
      '--leader-elect=false',
      '--port=0',
      `--secure-port=${String(await freePort())}`,
      `--cert-dir=${join(folder, program)}`,
      ...own[program],
    ];
    const child = spawn(join(bin, program), flags, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const gone = new Promise<void>((resolve) => {
      child.once('close', (code) => {
        end ??= `${program} ended with ${String(code)}: ${said.slice(-2_000)}`;
        resolve();
      });
    });
    children.push({ child, gone });
  }
  return {
    logged: () => said,
    ended: () => end,
    stop: async () => {
      for (const { child } of children) child.kill('SIGKILL');
      await Promise.all(children.map(({ gone }) => gone));
    },
  };
}
