/** The event loop of a server that a test has started: nothing that the test does may make it stand still. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { SeenStack, Stall } from './loop-watchdog.ts';

/** From the build, as it is loaded into the server, which is built too. */
const watchdog = join(import.meta.dirname, '..', 'dist', 'support', 'loop-watchdog.js');

export interface WatchedLoop {
  /** For the process of the server. */
  readonly env: NodeJS.ProcessEnv;
  /** The server has started: it may stand still while it loads its code, and not from now on. */
  begin(): void;
  /** Since then. */
  stalls(): Promise<readonly string[]>;
}

export function watchLoop(path: string, environment: Readonly<Record<string, string>> = {}): WatchedLoop {
  if (!existsSync(watchdog)) throw new Error(`${watchdog} is not there: build first`);
  const inherited = { ...process.env, ...environment };
  const { NODE_OPTIONS: options = '' } = inherited;
  // A server must not inherit the options that Jest needs.
  const own = options.replaceAll(/--(?:experimental-vm-modules|disable-warning=\S+)/g, '').trim();
  const env = {
    ...inherited,
    NODE_OPTIONS: `${own} --import=${pathToFileURL(watchdog).href}`.trim(),
    KEELSON_TEST_STALLS: path,
  };
  let beganMs = Infinity;
  return {
    env,
    begin: () => {
      beganMs = Date.now();
    },
    stalls: async () => {
      const text = await readFile(path, 'utf8').catch(() => '');
      const lines = text.split('\n').filter((line) => line !== '');
      const found = lines.map((line) => JSON.parse(line) as Stall | SeenStack);
      const stacks = found.filter((each) => 'stack' in each);
      return found.flatMap((each) => ('stack' in each || each.atMs < beganMs ? [] : [wordStall(each, stacks)]));
    },
  };
}

/** With what it was seen to do meanwhile, where anybody looked. */
function wordStall({ atMs, stoodMs, workedMs }: Stall, stacks: readonly SeenStack[]): string {
  const seen = stacks.find((each) => each.atMs <= atMs && each.atMs >= atMs - stoodMs);
  const during = seen === undefined ? '' : `, in\n${seen.stack}`;
  return `the event loop stood still for ${stoodMs.toFixed(0)} ms, at work for ${workedMs.toFixed(0)} of them${during}`;
}

export function failOfStalls(stalls: readonly string[]): void {
  if (stalls.length > 0) throw new Error(stalls.join('\n'));
}
