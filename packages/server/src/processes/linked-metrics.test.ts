/** The order in which a worker hands over its metrics. */
import { setTimeout as delay } from 'node:timers/promises';

import { expect, it } from '@jest/globals';

import { linkMetrics } from './linked-metrics.ts';
import type { WorkerMessage } from './messages.ts';

it('sends metrics in the order in which they were printed, however long each takes', async () => {
  const sent: string[] = [];
  const link = linkMetrics((message: WorkerMessage) => {
    if (message.kind === 'metrics') sent.push(message.text);
    if (message.kind !== 'collectMetrics') return;
    sent.push(message.own);
    link.take({ kind: 'metricsOfOthers', id: message.id, texts: ['of another'] });
  });
  let count = 0;
  link.provide(async () => {
    count += 1;
    const text = `count ${String(count)}`;
    // The first one is slow.
    await delay(count === 1 ? 20 : 1);
    return text;
  });
  link.take({ kind: 'giveMetrics' });
  while (count === 0) await delay(1);
  expect(await link.ofReplica()).toEqual(['count 2', 'of another']);
  expect(sent).toEqual(['count 1', 'count 2']);
});

it('prints once for all who ask while another print is under way', async () => {
  const link = linkMetrics((message: WorkerMessage) => {
    if (message.kind === 'collectMetrics') link.take({ kind: 'metricsOfOthers', id: message.id, texts: [] });
  });
  let count = 0;
  link.provide(async () => {
    count += 1;
    const text = String(count);
    await delay(5);
    return text;
  });
  const first = link.ofReplica();
  while (count === 0) await delay(1);
  const later = [link.ofReplica(), link.ofReplica(), link.ofReplica()];
  expect(await Promise.all([first, ...later])).toEqual([['1'], ['2'], ['2'], ['2']]);
});

it('goes on after metrics that could not be printed', async () => {
  const link = linkMetrics((message: WorkerMessage) => {
    if (message.kind === 'collectMetrics') link.take({ kind: 'metricsOfOthers', id: message.id, texts: [] });
  });
  let fails = true;
  link.provide(() => (fails ? Promise.reject(new Error('away')) : Promise.resolve('there')));
  await expect(link.ofReplica()).rejects.toThrow('away');
  fails = false;
  expect(await link.ofReplica()).toEqual(['there']);
});
