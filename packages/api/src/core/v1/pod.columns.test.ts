import { describe, expect, it } from '@jest/globals';
import { decodeJson, tableOf } from '@keelson/schema';

import { create } from '../../testing/admit.ts';
import { podTemplates } from './pod-template.resource.ts';
import { pods } from './pod.resource.ts';
import { Pod } from './pod.ts';

const now = new Date('2022-01-02T03:05:05Z');
const container = { name: 'c', image: 'busybox' };

function rowOf(status: object, spec: object = {}, metadata: object = {}) {
  const meta = { name: 'a', creationTimestamp: '2022-01-02T03:04:05Z', ...metadata };
  const body = { metadata: meta, spec: { containers: [container], ...spec }, status };
  const decoded = decodeJson(Pod, body as never);
  if (!decoded.ok) throw new Error(decoded.message);
  return tableOf(pods).print(decoded.object, { now });
}

const cellsOf = (status: object, spec?: object, metadata?: object) => rowOf(status, spec, metadata).cells;
const none = '<none>';

describe('the columns of pods', () => {
  it('show what is known of it, and that little is', () => {
    const spec = { containers: [container, { ...container, name: 'd' }], nodeName: 'n1' };
    expect(cellsOf({ phase: 'Pending' }, spec)).toEqual(['a', '0/2', 'Pending', '0', '60s', none, 'n1', none, none]);
  });

  it('show how many containers are ready, and how often they were restarted', () => {
    const running = { name: 'c', ready: true, restartCount: 4, state: { running: {} } };
    const status = { phase: 'Running', podIPs: [{ ip: '10.9.8.7' }], containerStatuses: [running] };
    expect(cellsOf(status)).toEqual(['a', '1/1', 'Running', '4', '60s', '10.9.8.7', none, none, none]);
  });

  it('tell when the last container ended', () => {
    const lastState = { terminated: { exitCode: 1, finishedAt: '2022-01-02T03:00:05Z' } };
    const containerStatuses = [{ name: 'c', restartCount: 2, lastState, state: { running: {} } }];
    expect(cellsOf({ phase: 'Running', containerStatuses })[3]).toBe('2 (5m ago)');
  });

  it.each([
    [{ waiting: { reason: 'CrashLoopBackOff' } }, 'CrashLoopBackOff'],
    [{ terminated: { exitCode: 1, reason: 'Error' } }, 'Error'],
    [{ terminated: { exitCode: 3 } }, 'ExitCode:3'],
    [{ terminated: { exitCode: 0, signal: 9 } }, 'Signal:9'],
    [{ running: {} }, 'Running'],
  ])('say what a container with state %j does', (state, expected) => {
    expect(cellsOf({ phase: 'Running', containerStatuses: [{ name: 'c', state }] })[2]).toBe(expected);
  });

  it.each([
    [{ waiting: { reason: 'ErrImagePull' } }, 'Init:ErrImagePull'],
    [{ waiting: { reason: 'PodInitializing' } }, 'Init:1/3'],
    [{ running: {} }, 'Init:1/3'],
    [{ terminated: { exitCode: 2 } }, 'Init:ExitCode:2'],
    [{ terminated: { exitCode: 2, reason: 'Error' } }, 'Init:Error'],
  ])('say what an init container with state %j waits for', (state, expected) => {
    const done = { name: 'i', restartCount: 1, state: { terminated: { exitCode: 0 } } };
    const initContainers = ['i', 'j', 'k'].map((name) => ({ name, image: 'x' }));
    const initContainerStatuses = [done, { name: 'j', restartCount: 2, state }];
    const cells = cellsOf({ phase: 'Pending', initContainerStatuses }, { initContainers });
    expect([cells[2], cells[3]]).toEqual([expected, '3']);
  });

  it('say that it runs while one of its containers does', () => {
    const containerStatuses = [
      { name: 'c', state: { terminated: { exitCode: 0, reason: 'Completed' } } },
      { name: 'd', ready: true, state: { running: {} } },
    ];
    expect(cellsOf({ phase: 'Running', containerStatuses })[2]).toBe('NotReady');
    const conditions = [{ type: 'Ready', status: 'True' }];
    expect(cellsOf({ phase: 'Running', containerStatuses, conditions })[2]).toBe('Running');
  });

  it('say that it goes', () => {
    const deletionTimestamp = '2022-01-02T03:05:00Z';
    expect(cellsOf({ phase: 'Running' }, {}, { deletionTimestamp })[2]).toBe('Terminating');
    expect(cellsOf({ phase: 'Running', reason: 'NodeLost' }, {}, { deletionTimestamp })[2]).toBe('Unknown');
    expect(cellsOf({ phase: 'Failed', reason: 'Evicted' })[2]).toBe('Evicted');
  });

  it('count the gates that are open', () => {
    const readinessGates = [{ conditionType: 'a' }, { conditionType: 'b' }];
    const conditions = [{ type: 'a', status: 'True' }];
    expect(cellsOf({ conditions }, { readinessGates })[8]).toBe('1/2');
  });

  it('mark rows of pods that are done', () => {
    const completed = { type: 'Completed', status: 'True' };
    expect(rowOf({ phase: 'Running' }).conditions).toBeUndefined();
    expect(rowOf({ phase: 'Succeeded' }).conditions).toEqual([
      { ...completed, reason: 'Succeeded', message: 'The pod has completed successfully.' },
    ]);
    expect(rowOf({ phase: 'Failed' }).conditions).toEqual([
      { ...completed, reason: 'Failed', message: 'The pod failed.' },
    ]);
  });
});

describe('the columns of blueprints', () => {
  it('show containers and labels', () => {
    const template = { metadata: { labels: { b: '2', a: '1' } }, spec: { containers: [container] } };
    const { object } = create(podTemplates, { metadata: { name: 'a' }, template });
    expect(tableOf(podTemplates).print(object, { now }).cells).toEqual(['a', 'c', 'busybox', 'a=1,b=2']);
  });
});
