import { expect, it } from '@jest/globals';

import { locateAttach, locateExec, locateLog, locatePod, locatePortForward } from './connect-pod.ts';
import type { Pod } from './pod.ts';

const podOf = (spec: object, status: object = {}): Pod =>
  ({ metadata: { namespace: 'ns', name: 'p' }, spec, status }) as unknown as Pod;
const placed = podOf({ nodeName: 'n', containers: [{ name: 'c' }], ephemeralContainers: [{ name: 'e' }] });
const refusal = (message: string) => ({ ok: false, fault: { reason: 'malformed', message } });

it('a log is read at the node, with every option that is stated', () => {
  expect(locateLog(placed, {})).toEqual({ ok: true, value: { node: 'n', path: '/containerLogs/ns/p/c', query: [] } });
  const sinceTime = '2020-01-01T00:00:00Z';
  const options = { container: 'e', follow: true, previous: true, timestamps: true, sinceTime, tailLines: 0 };
  expect(locateLog(placed, { ...options, limitBytes: 9, sinceSeconds: 3 })).toMatchObject({
    value: {
      path: '/containerLogs/ns/p/e',
      query: [
        ['follow', 'true'],
        ['limitBytes', '9'],
        ['previous', 'true'],
        ['sinceSeconds', '3'],
        ['sinceTime', sinceTime],
        ['tailLines', '0'],
        ['timestamps', 'true'],
      ],
    },
  });
  expect(locateLog(podOf({ containers: [{ name: 'c' }] }), { follow: false })).toEqual({ ok: true, value: undefined });
});

it('a stream leads to the only container, or to the one that is asked for', () => {
  expect(locateExec(placed, { command: ['a', 'b c'], stderr: true, stdin: true })).toEqual({
    ok: true,
    value: {
      node: 'n',
      path: '/exec/ns/p/c',
      query: [
        ['command', 'a'],
        ['command', 'b c'],
        ['error', '1'],
        ['input', '1'],
      ],
    },
  });
  expect(locateAttach(placed, { container: 'e', tty: true })).toMatchObject({
    value: { path: '/attach/ns/p/e', query: [['tty', '1']] },
  });
  expect(locatePortForward(placed, { ports: [80, 81] })).toMatchObject({
    value: { path: '/portForward/ns/p', query: [['port', '80,81']] },
  });
});

it('a container that is not there, or not named, is refused in the words of 1.24', () => {
  const two = podOf({ nodeName: 'n', containers: [{ name: 'c' }, { name: 'd' }], initContainers: [{ name: 'i' }] });
  expect(locateExec(two, { command: [] })).toEqual(
    refusal('a container name must be specified for pod p, choose one of: [i c d]'),
  );
  expect(locateAttach(two, { container: 'x' })).toEqual(refusal('container x is not valid for pod p'));
  expect(locateLog(podOf({ containers: [] }), {})).toEqual(refusal('a container name must be specified for pod p'));
  const unplaced = podOf({ containers: [{ name: 'c' }] });
  const noHost = refusal('pod p does not have a host assigned');
  expect([locateExec(unplaced, { command: [] }), locatePortForward(unplaced, {})]).toEqual([noHost, noHost]);
});

it('a pod is found at its first address, at the first port that it declares unless another one is asked for', () => {
  const ports = [{ containerPort: 8080 }, { containerPort: 8081 }];
  const pod = podOf(
    { containers: [{ name: 'a' }, { name: 'b', ports }] },
    { podIPs: [{ ip: '10.0.0.1' }, { ip: 'fd00::1' }] },
  );
  expect([locatePod(pod, ''), locatePod(pod, '99')]).toEqual([
    { host: '10.0.0.1', port: '8080' },
    { host: '10.0.0.1', port: '99' },
  ]);
  expect(locatePod(podOf({ containers: [{ name: 'a' }] }), '')).toEqual({ host: '', port: '' });
});
