import { describe, expect, it } from '@jest/globals';

import { failureOf } from './failure.ts';

describe('what an etcd client throws', () => {
  it.each([
    ['11 OUT_OF_RANGE: etcdserver: mvcc: required revision has been compacted', 'compacted', false, true],
    ['11 OUT_OF_RANGE: etcdserver: mvcc: required revision is a future revision', 'futureRevision', false, true],
    ['3 INVALID_ARGUMENT: etcdserver: request is too large', 'tooLarge', false, true],
    ['8 RESOURCE_EXHAUSTED: etcdserver: mvcc: database space exceeded', 'outOfSpace', false, true],
    ['14 UNAVAILABLE: etcdserver: no leader', 'unavailable', true, true],
    ['8 RESOURCE_EXHAUSTED: etcdserver: too many requests', 'unavailable', true, true],
    [
      '14 UNAVAILABLE: No connection established. Last error: connect ECONNREFUSED 127.0.0.1:1',
      'unavailable',
      true,
      true,
    ],
    ['14 UNAVAILABLE: etcdserver: request timed out', 'unavailable', true, false],
    ['14 UNAVAILABLE: etcdserver: leader changed', 'unavailable', true, false],
    ['4 DEADLINE_EXCEEDED: Deadline exceeded after 2.5s', 'unavailable', true, false],
    ['14 UNAVAILABLE: read ECONNRESET', 'unavailable', true, false],
    ['13 INTERNAL: Received RST_STREAM with code 2', 'unavailable', true, false],
    ['14 UNAVAILABLE: No connection established. Last error: self-signed certificate', 'notTrusted', true, true],
  ])('%s is %s', (text, code, isTransient, isUnsent) => {
    expect(failureOf(new Error(text))).toMatchObject({ code, isTransient, isUnsent });
  });
});
