import { describe, expect, it } from '@jest/globals';

import type { WatchResponse } from './messages.ts';
import { createPausableDelivery } from './pausable-delivery.ts';

const responseAt = (compactRevision: number): WatchResponse => ({
  isCreated: false,
  isCanceled: false,
  cancelReason: '',
  compactRevision,
  isFragment: false,
  clusterId: Buffer.alloc(0),
  events: [],
});

describe('a delivery that can be paused', () => {
  it('delivers all in order, also to a handler that pauses after each of many responses', () => {
    const got: number[] = [];
    const delivery = createPausableDelivery(({ compactRevision }) => {
      got.push(compactRevision);
      delivery.pause();
    });
    delivery.pause();
    const count = 60_000;
    for (let index = 0; index < count; index += 1) delivery.push(responseAt(index));
    const before = process.cpuUsage();
    for (let turn = 0; turn < count; turn += 1) delivery.resume();
    // One response dropped at a time takes many seconds, and all of them some milliseconds.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(4_000);
    expect(got).toEqual(Array.from({ length: count }, (_, index) => index));
  });

  it('refuses to keep more responses than etcd can send within a window', () => {
    const delivery = createPausableDelivery(() => undefined);
    delivery.pause();
    for (let index = 0; index < 100_000; index += 1) delivery.push(responseAt(index));
    expect(() => delivery.push(responseAt(0))).toThrow('too many responses');
    delivery.resume();
    delivery.push(responseAt(1));
  });
});
