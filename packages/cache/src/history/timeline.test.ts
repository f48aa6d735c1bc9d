import { describe, expect, it } from '@jest/globals';

import { createTimeline } from './timeline.ts';

describe('the timeline', () => {
  it('lets history go once it is too old, to within a sixty-fourth', () => {
    const timeline = createTimeline({ historyMs: 6_400, historyBytes: Infinity });
    for (let revision = 1; revision <= 100; revision += 1) {
      timeline.add(10);
      timeline.finish(revision, revision * 100);
    }
    expect(timeline.takeExpired(6_450)).toBeUndefined();
    expect(timeline.takeExpired(10_000)).toBe(36);
    expect(timeline.bytes()).toBe(640);
    expect(timeline.takeExpired(10_000)).toBeUndefined();
    expect(timeline.takeExpired(100_000)).toBe(100);
    expect(timeline.bytes()).toBe(0);
  });

  it('lets the oldest history go once there is too much, whatever its age', () => {
    const timeline = createTimeline({ historyMs: Infinity, historyBytes: 1_000 });
    for (let revision = 1; revision <= 50; revision += 1) {
      timeline.add(100);
      timeline.finish(revision, 0);
      timeline.takeExpired(0);
      expect(timeline.bytes()).toBeLessThanOrEqual(1_000);
    }
    expect(timeline.bytes()).toBe(1_000);
  });

  it('keeps few marks for many events', () => {
    const timeline = createTimeline({ historyMs: 64_000, historyBytes: 64_000 });
    for (let revision = 1; revision <= 999; revision += 1) {
      timeline.add(1);
      timeline.finish(revision, 0);
    }
    expect(timeline.takeExpired(64_000)).toBe(999);
  });

  it('forgets what was dropped for another reason', () => {
    const timeline = createTimeline({ historyMs: 100, historyBytes: 100 });
    for (let revision = 1; revision <= 4; revision += 1) {
      timeline.add(10);
      timeline.finish(revision, revision * 10);
    }
    timeline.forget(2);
    expect(timeline.bytes()).toBe(20);
    timeline.clear();
    expect(timeline.bytes()).toBe(0);
    expect(timeline.takeExpired(1_000)).toBeUndefined();
  });
});
