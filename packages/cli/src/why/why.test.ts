import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { createApiScheme } from '@keelson/api';

import { fakeTerminal } from '../testing/fake-terminal.ts';
import { toReviewAttributes } from './attributes.ts';
import { whyCommand } from './command.ts';
import { parseWhyOptions } from './options.ts';
import { groupsOf } from './subject.ts';

const scheme = createApiScheme();

function asked(...args: string[]) {
  return toReviewAttributes(scheme, parseWhyOptions(['--as', 'alice', ...args]), 'here');
}

function resource(...args: string[]) {
  return asked(...args).resourceAttributes;
}

describe('what keelson why asks about', () => {
  it('is a resource in the namespace that is named, or else in that of the context', () => {
    expect(resource('get', 'secrets', '-n', 'prod')).toEqual({ verb: 'get', resource: 'secrets', namespace: 'prod' });
    expect(resource('get', 'secrets')).toEqual({ verb: 'get', resource: 'secrets', namespace: 'here' });
    expect(resource('list', 'secrets', '-A')).toEqual({ verb: 'list', resource: 'secrets' });
  });

  it('may be called as people call it', () => {
    const deployments = { verb: 'get', group: 'apps', resource: 'deployments', namespace: 'here' };
    for (const word of ['deploy', 'deployment', 'Deployment', 'deployments', 'deployments.apps', 'deploy.apps']) {
      expect(resource('get', word)).toEqual(deployments);
    }
    expect(resource('get', 'widgets.example.com')).toEqual({
      verb: 'get',
      group: 'example.com',
      resource: 'widgets',
      namespace: 'here',
    });
  });

  it('is of no namespace where the resource has none', () => {
    expect(resource('get', 'nodes', 'a', '-n', 'prod')).toEqual({ verb: 'get', resource: 'nodes', name: 'a' });
  });

  it('has a name or a subresource behind a slash', () => {
    expect(resource('get', 'secrets/db')).toMatchObject({ resource: 'secrets', name: 'db' });
    expect(resource('get', 'pods/log', 'web')).toMatchObject({ resource: 'pods', subresource: 'log', name: 'web' });
    expect(resource('update', 'deploy/scale')).toMatchObject({ resource: 'deployments', subresource: 'scale' });
  });

  it('may be a path', () => {
    expect(asked('get', '/metrics')).toEqual({ nonResourceAttributes: { path: '/metrics', verb: 'get' } });
  });
});

describe('whom keelson why asks about', () => {
  it('is in the groups that everybody of their kind is in', () => {
    expect(groupsOf('alice', ['devs'])).toEqual(['devs', 'system:authenticated']);
    expect(groupsOf('alice', ['system:authenticated'])).toEqual(['system:authenticated']);
    expect(groupsOf('system:serviceaccount:ci:builder', [])).toEqual([
      'system:serviceaccounts',
      'system:serviceaccounts:ci',
      'system:authenticated',
    ]);
    expect(groupsOf('system:serviceaccount:bad', [])).toEqual(['system:authenticated']);
    expect(groupsOf('system:anonymous', [])).toEqual(['system:unauthenticated']);
    expect(groupsOf('', ['devs'])).toEqual(['devs']);
  });
});

describe('keelson why', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'keelson-why-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each([
    [['get', 'pods'], 'say who it is about'],
    [['--as', 'alice', 'get'], 'say what they want to do'],
    [['--as', 'alice', 'get', 'pods', 'a', 'b'], '"b" is too much'],
    [['--as', 'alice', 'get', 'pods', '-A', '-n', 'x'], 'choose one of'],
    [['--as', 'alice', '--nonsense', 'get', 'pods'], 'nonsense'],
  ])('refuses %j', async (args, message) => {
    await expect(whyCommand.run(args, fakeTerminal())).rejects.toThrow(message);
  });

  it('says that the server is not there, or the kubeconfig', async () => {
    const kubeconfig = join(folder, 'kubeconfig');
    await writeFile(
      kubeconfig,
      JSON.stringify({
        'current-context': 'a',
        contexts: [{ name: 'a', context: { cluster: 'b', user: 'c' } }],
        clusters: [{ name: 'b', cluster: { server: 'https://127.0.0.1:1' } }],
        users: [{ name: 'c', user: { token: 'secret' } }],
      }),
    );
    const terminal = fakeTerminal('', { KUBECONFIG: kubeconfig });
    expect(await whyCommand.run(['--as', 'alice', 'get', 'pods'], terminal)).toBe(1);
    expect(terminal.errors()).toContain('the server could not be asked: ');
    const lost = fakeTerminal('', { KUBECONFIG: join(folder, 'none') });
    expect(await whyCommand.run(['--as', 'alice', 'get', 'pods'], lost)).toBe(1);
    expect(lost.errors()).toContain('there is no kubeconfig');
  });
});
