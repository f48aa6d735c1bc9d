import { describe, expect, it } from '@jest/globals';

import { serveFlags } from './flags.ts';
import { idleFlags, removedFlags } from './idle-flags.ts';
import { parseFlags } from './parse-flags.ts';

function refusal(...args: string[]): string {
  try {
    parseFlags(serveFlags, args);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'nothing';
}

describe('flags', () => {
  it('have the defaults of a server for oneself', () => {
    const values = parseFlags(serveFlags, []);
    expect(values).toMatchObject({
      'bind-address': '127.0.0.1',
      'secure-port': 6443,
      'data-dir': '.keelson',
      domain: 'k8s.io',
    });
    expect(values['etcd-servers']).toBeUndefined();
    expect(values['shutdown-delay-duration']).toBe(0);
  });

  it('take their value behind an equals sign or as the next word', () => {
    expect(parseFlags(serveFlags, ['--secure-port=0', '--data-dir', '/tmp/x'])).toMatchObject({
      'secure-port': 0,
      'data-dir': '/tmp/x',
    });
  });

  it('read durations, lists, switches and settings', () => {
    const values = parseFlags(serveFlags, [
      '--request-timeout=1m30s',
      '--etcd-servers=http://a:1,http://b:2',
      '--anonymous-auth=false',
      '--enable-aggregator-routing',
      '--runtime-config=batch/v1beta1=false,api/beta',
    ]);
    expect(values['request-timeout']).toBe(90_000);
    expect(values['etcd-servers']).toEqual(['http://a:1', 'http://b:2']);
    expect(values['anonymous-auth']).toBe(false);
    expect(values['enable-aggregator-routing']).toBe(true);
    expect([...values['runtime-config']]).toEqual([
      ['batch/v1beta1', 'false'],
      ['api/beta', 'true'],
    ]);
  });

  it('that do not exist are refused, with the one that was probably meant', () => {
    expect(refusal('--secure-prot=1')).toBe('there is no flag --secure-prot');
    expect(refusal('--secureport=1')).toBe('there is no flag --secureport; did you mean --secure-port?');
    expect(refusal('--nonsense')).toBe('there is no flag --nonsense');
    expect(refusal('serve')).toBe('"serve" is not a flag; they all begin with --');
  });

  it('with values that make no sense are refused, with what would', () => {
    expect(refusal('--secure-port=x')).toBe('--secure-port "x" is not a whole number from 0 to 65535');
    expect(refusal('--secure-port=70000')).toBe('--secure-port "70000" is not a whole number from 0 to 65535');
    expect(refusal('--secure-port')).toBe('--secure-port needs a value');
    expect(refusal('--request-timeout=soon')).toBe(
      '--request-timeout "soon" is not a duration such as 30s, 5m or 1h30m',
    );
    expect(refusal('--anonymous-auth=maybe')).toBe('--anonymous-auth "maybe" is neither true nor false');
    expect(refusal('--authorization-mode=ABAC')).toBe(
      '--authorization-mode "ABAC" is not one of RBAC, Webhook, Node, AlwaysAllow, AlwaysDeny',
    );
  });

  describe('of kube-apiserver that mean nothing here', () => {
    it.each([
      [
        ['--allow-privileged'],
        '--allow-privileged means nothing here: privileged containers are a matter of pod security',
      ],
      [['--external-hostname', 'a.b'], '--external-hostname means nothing here: the names'],
      [['--logtostderr=true'], 'Flag --logtostderr has been deprecated in 1.23, and means nothing here: the log'],
      [
        ['--admission-control', 'A'],
        'Flag --admission-control has been deprecated in 1.10, and means nothing here: use',
      ],
      [['--storage-backend=etcd3'], undefined],
    ])('%j are accepted, with a warning that says why [rule-6]', (args, warning) => {
      const warnings: string[] = [];
      const values = parseFlags(serveFlags, [...args, '--secure-port', '7'], { warn: (text) => warnings.push(text) });
      expect(values['secure-port']).toBe(7);
      expect(warnings).toEqual(warning === undefined ? [] : [expect.stringContaining(warning)]);
    });

    it('are refused where 1.24 has removed them, with what to use', () => {
      expect(refusal('--insecure-port=8080')).toBe('--insecure-port was removed in 1.24; use --secure-port');
      expect(refusal('--basic-auth-file', 'f')).toContain('was removed in 1.19; use --token-auth-file');
    });

    it('are named once: as one that works, one that means nothing, or one that was removed', () => {
      const names = [...Object.keys(serveFlags), ...idleFlags.keys(), ...removedFlags.keys()];
      expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    });
  });

  it('may be written with underscores', () => {
    expect(parseFlags(serveFlags, ['--secure_port=7'])['secure-port']).toBe(7);
  });
});
