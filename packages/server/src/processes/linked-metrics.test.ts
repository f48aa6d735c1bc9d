/** The order in which a worker hands over its metrics. */
import { setTimeout as delay } from 'node:timers/promises';

import { expect, it } from '@jest/globals';

import { linkMetrics } from './linked-metrics.ts';
import type { WorkerMessage } from './messages.ts';

const printed = (text: string) => ({ contentType: 'text/plain', text });

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
    return printed(text);
  });
  link.take({ kind: 'giveMetrics' });
  while (count === 0) await delay(1);
  expect(await link.ofReplica()).toEqual({ own: printed('count 2'), others: ['of another'] });
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
    return printed(text);
  });
  const first = link.ofReplica();
  while (count === 0) await delay(1);
  const later = [link.ofReplica(), link.ofReplica(), link.ofReplica()];
  const texts = (await Promise.all([first, ...later])).map(({ own }) => own.text);
  expect(texts).toEqual(['1', '2', '2', '2']);
});

it('goes on after metrics that could not be printed', async () => {
  const link = linkMetrics((message: WorkerMessage) => {
    if (message.kind === 'collectMetrics') link.take({ kind: 'metricsOfOthers', id: message.id, texts: [] });
  });
  let fails = true;
  link.provide(() => (fails ? Promise.reject(new Error('away')) : Promise.resolve(printed('there'))));
  await expect(link.ofReplica()).rejects.toThrow('away');
  fails = false;
  expect(await link.ofReplica()).toEqual({ own: printed('there'), others: [] });
});
