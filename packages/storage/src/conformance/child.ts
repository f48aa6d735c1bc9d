/** Starts a TypeScript file of this package as a process of its own. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

const hooks = new URL('typescript-hooks.mjs', import.meta.url).href;
const register = `import { register } from 'node:module'; register(${JSON.stringify(hooks)});`;

export interface ChildOptions {
  readonly uid?: number;
  readonly gid?: number;
  /** A disk of so many MiB, seen by the process alone, in place of the folder that is its first argument. */
  readonly diskMib?: number;
}

export interface Child {
  readonly process: ChildProcess;
  /** Whole lines of its standard output, so far. */
  readonly lines: readonly string[];
  /** Resolves with the code or the signal that ended it. */
  readonly ended: Promise<number | string>;
  /** Waits for a line that matches; rejects if the process ends without it. */
  line(pattern: RegExp): Promise<string>;
}

export function startChild(file: URL, args: readonly string[], options: ChildOptions = {}): Child {
  const { diskMib, ...identity } = options;
  const preload = `data:text/javascript,${encodeURIComponent(register)}`;
  const command = [process.execPath, '--conditions=source', '--import', preload, file.pathname, ...args];
  const mount = `mount -t tmpfs -o size=${diskMib ?? 0}m tmpfs "$0" && exec "$@"`;
  const withDisk = ['unshare', '-Urm', 'bash', '-c', mount, args[0] ?? '', ...command];
  const [program = '', ...rest] = diskMib === undefined ? command : withDisk;
  const child = spawn(program, rest, {
    ...identity,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const lookers = new Set<() => void>();
  let unfinished = '';
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = `${unfinished}${text}`.split('\n');
    unfinished = parts.pop() ?? '';
    lines.push(...parts);
    for (const look of lookers) look();
  });
  const ended = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  const line = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = lines.find((text) => pattern.test(text));
        if (found !== undefined) resolve(found);
      };
      lookers.add(look);
      look();
      void ended.then((how) => reject(new Error(`the process ended with ${how}: ${errors}`)));
    });
  return { process: child, lines, ended, line };
}
