/** Unhandled rejections, uncaught exceptions, and output that cannot be written. */
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';

import { afterEach, describe, expect, it } from '@jest/globals';

import { bearer, configMaps, counted } from './support/callers.ts';
import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import { findFaults } from './support/process-faults.ts';
import { freePort, makeHome, token } from './support/serve.ts';
import type { Started } from './support/serve.ts';
import { askOver } from './support/tls.ts';

const newHome = useHomes();

/** A server in which signals make faults. */
async function startFaulty(...flags: readonly string[]): Promise<Started> {
  const home = await newHome();
  const preload = join(home.folder, 'faults.cjs');
  await writeFile(
    preload,
    `process.on('SIGUSR2', () => void Promise.reject(new Error('rejected by a test')));
     process.on('SIGWINCH', () => { throw new Error('thrown by a test'); });`,
  );
  const faulty = await newHome({ NODE_OPTIONS: `--require ${preload}` });
  faulty.expectFaults();
  return faulty.start(...flags);
}

const faults = (kind: string) => `keelson_process_faults_total{kind="${kind}"}`;

describe('a promise that is rejected and that nothing handles', () => {
  it('is logged with the way there, counted, and ends nothing', async () => {
    const server = await startFaulty();
    for (let count = 1; count <= 3; count += 1) {
      server.process.kill('SIGUSR2');
      await eventually(async () => expect(await counted(server, faults('rejection'))).toBe(count));
    }
    expect(server.printed()).toContain('a promise was rejected and nothing handled it; the server goes on');
    expect(server.printed()).toContain('Error: rejected by a test');
    expect(server.printed()).toMatch(/at process\.<anonymous> \(.*faults\.cjs/);
    expect(await server.ask('/readyz')).toMatchObject({ status: 200 });
    expect(await server.ask(configMaps)).toMatchObject({ status: 200 });
    expect(findFaults(server)).not.toEqual([]);
    server.process.kill();
    expect(await server.ended).toBe(0);
  });
});

describe('an exception that nothing catches', () => {
  it('stops the server in order: requests under way are answered, and the exit code says that it failed', async () => {
    const server = await startFaulty();
    const { hostname, port } = new URL(server.url);
    const usual = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const headers = { ...usual, Expect: '100-continue' };
    const asked = request({
      ...{ hostname, port, path: configMaps, headers, method: 'POST' },
      ...{ rejectUnauthorized: false, agent: false },
    });
    const answered = new Promise<number | undefined>((resolve, reject) => {
      asked.on('response', (response) => resolve(response.resume().statusCode));
      asked.on('error', reject);
    });
    await new Promise((resolve) => asked.once('continue', resolve));
    asked.write('{"apiVersion":"v1","kind":"ConfigMap",');
    server.process.kill('SIGWINCH');
    await eventually(() => expect(server.printed()).toContain('an exception was thrown and nothing caught it'));
    asked.end('"metadata":{"name":"under-way"}}');
    expect(await answered).toBe(201);
    expect(await server.ended).toBe(1);
    expect(server.printed()).toContain('Error: thrown by a test');
  });

  it('stops it soon, whatever it waits for', async () => {
    const server = await startFaulty('--shutdown-delay-duration=10m');
    const began = performance.now();
    server.process.kill('SIGWINCH');
    expect(await server.ended).toBe(1);
    expect(performance.now() - began).toBeLessThan(150_000);
  });

  it('stops it at once where another one comes', async () => {
    const server = await startFaulty('--shutdown-delay-duration=10m');
    server.process.kill('SIGWINCH');
    await eventually(() => expect(server.printed()).toContain('an exception was thrown and nothing caught it'));
    server.process.kill('SIGWINCH');
    expect(await server.ended).toBe(1);
  });
});

describe('the harness of these tests', () => {
  it('fails where a server met a fault that nothing handled', async () => {
    const home = await makeHome();
    const preload = join(home.folder, 'fault.cjs');
    await writeFile(preload, `setTimeout(() => void Promise.reject(new Error('rejected by a test')), 1_000);`);
    const faulty = await makeHome({ NODE_OPTIONS: `--require ${preload}` });
    const server = await faulty.start();
    await eventually(() => expect(server.printed()).toContain('rejected by a test'));
    await expect(faulty.remove()).rejects.toThrow('rejected by a test');
    const killed = await (await newHome()).start();
    killed.process.kill('SIGKILL');
    await killed.ended;
    expect(findFaults(killed)).toEqual([]);
    const crashing = await makeHome();
    const crashed = await crashing.start();
    crashed.process.kill('SIGABRT');
    await crashed.ended;
    await expect(crashing.remove()).rejects.toThrow('signal SIGABRT');
    await home.remove();
  });
});

describe('output that cannot be written', () => {
  const opened: number[] = [];
  afterEach(() => {
    for (const each of opened.splice(0)) closeSync(each);
  });

  it.each(['stdout', 'stderr'] as const)('to %s is no reason to stop serving', async (stream) => {
    const home = await newHome();
    const full = openSync('/dev/full', 'w');
    opened.push(full);
    const policy = join(home.folder, 'policy.yaml');
    await writeFile(policy, 'apiVersion: audit.k8s.io/v1\nkind: Policy\nrules:\n- level: Metadata\n');
    const port = String(await freePort());
    const flags = ['--audit-policy-file', policy, '--audit-log-path=-', '--v=4', '--secure-port', port];
    const own = ['--data-dir', join(home.folder, 'data'), '--token-auth-file', join(home.folder, 'tokens.csv')];
    const program = join(import.meta.dirname, '..', 'bin', 'keelson');
    const child = spawn(process.execPath, [program, 'serve', ...own, ...flags], {
      stdio: ['ignore', stream === 'stdout' ? full : 'pipe', stream === 'stderr' ? full : 'pipe'],
    });
    const ended = new Promise<unknown>((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));
    for (const each of [child.stdout, child.stderr]) each?.resume();
    const ask = (path: string) => askOver(`https://127.0.0.1:${port}`, path, { headers: bearer(token) });
    await eventually(async () => expect(await ask('/readyz')).toMatchObject({ status: 200 }));
    for (let count = 0; count < 20; count += 1) expect(await ask(configMaps)).toMatchObject({ status: 200 });
    child.kill();
    expect(await ended).toBe(stream === 'stdout' ? 1 : 0);
  });
});
