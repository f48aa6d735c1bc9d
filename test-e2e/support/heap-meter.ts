/** Loaded into a server before its own code, by tests: on SIGUSR2 it collects garbage, and writes down what is left. */
import { writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

const path = process.env['KEELSON_TEST_HEAP'];

if (isMainThread && path !== undefined) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  process.on('SIGUSR2', () => {
    // What the first frees may have finalizers, and weak maps of weak maps.
    for (let count = 0; count < 3; count += 1) collect();
    const { heapUsed, external } = process.memoryUsage();
    writeFileSync(path, JSON.stringify({ heapUsed, external }));
  });
}
