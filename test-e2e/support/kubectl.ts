/** The kubectls that this machine has, and running one as a user would. */
import { execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { eventually } from './eventually.ts';

export interface Kubectl {
  readonly version: string;
  readonly path: string;
}

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const fromDebian = join(import.meta.dirname, '..', '..', 'node_modules/.cache/keelson/kubectl-1.20/usr/bin/kubectl');

/** The oldest, the one of the release and the newest, as far as they are there; else whatever is on the PATH. */
export function findKubectls(): readonly Kubectl[] {
  const libraries = readdirSync('/usr/lib');
  const found: Kubectl[] = existsSync(fromDebian) ? [{ version: '1.20', path: fromDebian }] : [];
  for (const version of ['1.27', '1.33']) {
    const path = libraries.map((name) => `/usr/lib/${name}/bin/kubectl.${version}`).find(existsSync);
    if (path !== undefined) found.push({ version, path });
  }
  return found.length > 0 ? found : [{ version: 'on the PATH', path: 'kubectl' }];
}

/** Of several the two ends: what both can do, those between can. */
export function findOldestAndNewest(): readonly Kubectl[] {
  const all = findKubectls();
  return all.filter((_, index) => index === 0 || index === all.length - 1);
}

export interface Session {
  /** Fails with what kubectl said, unless another code is expected. */
  run(args: readonly string[], options?: RunOptions): Promise<Ran>;
  /** Does not wait for its end. */
  follow(args: readonly string[]): Following;
}

export interface Following {
  /** Resolves to all that was printed, once this is in it. */
  until(text: string): Promise<string>;
  stop(): void;
}

export interface RunOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly code?: number;
}

/** Of what one run prints: a large definition is megabytes once it is indented. */
const limitBytes = 32 * 1_024 * 1_024;

export function openSession({ path }: Kubectl, kubeconfig: string, home: string): Session {
  const usual = { PATH: process.env['PATH'], HOME: home, KUBECONFIG: kubeconfig };
  return {
    run: (args, { input = '', env = {}, code = 0 } = {}) =>
      new Promise((resolve, reject) => {
        const options = { env: { ...usual, ...env }, timeout: 150_000, maxBuffer: limitBytes };
        const child = execFile(path, [...args], options, (error, out, err) => {
          const ended = error === null ? 0 : Number(error.code ?? 1);
          if (ended === code) resolve({ code: ended, out, err });
          else reject(new Error(`kubectl ${args.join(' ')}: exit code ${String(ended)}\n${out}${err}`));
        });
        child.stdin?.end(input);
      }),
    follow: (args) => {
      const child = spawn(path, args, { env: usual, stdio: ['ignore', 'pipe', 'pipe'] });
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
      return {
        until: async (text) => {
          await eventually(() => {
            if (!said.includes(text)) throw new Error(`kubectl ${args.join(' ')}: no ${text} in ${said}`);
          });
          return said;
        },
        stop: () => void child.kill(),
      };
    },
  };
}
