/** The npm package, the image and the unit: installed and run as their users do. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { eventually } from './support/eventually.ts';
import { freePort } from './support/serve.ts';
import { killProcess } from './support/worker-processes.ts';

const exec = promisify(execFile);
const root = join(import.meta.dirname, '..');
let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'keelson-package-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

it('is installed from its package in an empty folder, and serves', async () => {
  await exec(process.execPath, [join(root, 'scripts', 'pack.mjs'), home]);
  await writeFile(join(home, 'package.json'), '{ "private": true }\n');
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  await exec('npm', ['install', ...quiet, join(home, 'keelson.tgz')], { cwd: home });
  const keelson = (...args: readonly string[]) => exec('npx', ['--no-install', 'keelson', ...args], { cwd: home });
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  expect((await keelson('version')).stdout).toBe(`keelson ${version}\n`);
  const port = await freePort();
  const program = join(home, 'node_modules', '.bin', 'keelson');
  const server = spawn(program, ['serve', '--secure-port', String(port)], { cwd: home, stdio: 'ignore' });
  const ended = once(server, 'exit');
  await eventually(async () => {
    await keelson('healthcheck', '--path', '/readyz', '--server', `https://127.0.0.1:${port}`);
  });
  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  await keelson('backup', 'a.backup');
  expect((await keelson('verify', 'a.backup')).stdout).toContain('is whole');
}, 240_000);

describe('as the first process of a container', () => {
  const program = join(root, 'bin', 'keelson');
  const first = ['--user', '--map-root-user', '--pid', '--fork', '--mount-proc', process.execPath, program];

  /** The first process of a container ignores SIGTERM unless it has a handler. */
  async function endWith(...args: readonly string[]) {
    const outer = spawn('unshare', [...first, ...args], { cwd: home, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    outer.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const pid = async () => (await readFile(`/proc/${outer.pid ?? 0}/task/${outer.pid ?? 0}/children`, 'utf8')).trim();
    await eventually(() => expect(said).toContain('etcd does not answer yet'));
    const code = new Promise((resolve) => outer.once('exit', resolve));
    killProcess(Number(await pid()), 'SIGTERM');
    return code;
  }

  it('ends at SIGTERM while it waits for etcd', async () => {
    const port = await freePort();
    const code = await endWith('serve', '--secure-port=0', `--etcd-servers=http://127.0.0.1:${port}`);
    expect(code).toBe(143);
  });
});

it('has a unit that systemd accepts', async () => {
  const unit = join(root, 'deploy', 'systemd', 'keelson.service');
  const text = (await readFile(unit, 'utf8')).replace('/usr/local/bin/keelson', process.execPath);
  await writeFile(join(home, 'keelson.service'), text);
  const { stderr } = await exec('systemd-analyze', ['verify', join(home, 'keelson.service')]).catch(
    (error: unknown) => {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return { stderr: '' };
      throw error;
    },
  );
  expect(stderr).not.toContain('keelson.service');
});

it('has an image without a shell that runs as nobody', async () => {
  const text = await readFile(join(root, 'deploy', 'Dockerfile'), 'utf8');
  const [, last = ''] = text.split(/^FROM .*distroless/m);
  expect(last).toMatch(/^USER 65532:65532$/m);
  expect(last).not.toMatch(/^(?:RUN|ADD) /m);
  expect(last).toMatch(/CMD \["\/nodejs\/bin\/node", .*"healthcheck"\]/);
});
