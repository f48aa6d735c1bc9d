/** What it costs to start: loading the declarations in a process of its own, and using three kinds of them. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import type { BenchCase } from '../bench-case.ts';

const script = fileURLToPath(new URL('../load-scheme.js', import.meta.url));

/** The child tells how long its own loading took, so that the start of the runtime does not count. */
function loadOnce(kinds: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, String(kinds)], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(Number(output));
      else reject(new Error(`loading failed with exit code ${String(code)}`));
    });
  });
}

export const cases: readonly BenchCase[] = [
  { kind: 'time', name: 'load the scheme', timeOnceMs: () => loadOnce(0), atMostMs: 300 },
  { kind: 'time', name: 'load the scheme and use three kinds', timeOnceMs: () => loadOnce(3), atMostMs: 300 },
  { kind: 'time', name: 'load the scheme and use every kind', timeOnceMs: () => loadOnce(Infinity) },
];
