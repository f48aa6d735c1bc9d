import { describe, expect, it } from '@jest/globals';

import { InexactNumberError, MessageTooLargeError, TransportError } from '@keelson/etcd-client';

import { callFailureOf, errorOf, isPermissionDenied } from './failure.ts';

const alert =
  '803C0B2F3B7F0000:error:0A000438:SSL routines:ssl3_read_bytes:tlsv1 alert internal error:SSL alert number 80';
const notMade = (why: string): string => `No connection established. Last error: ${why}`;

describe('an error of an etcd client', () => {
  it.each([
    ['11 OUT_OF_RANGE: etcdserver: mvcc: required revision has been compacted', 'compacted', false, true],
    ['11 OUT_OF_RANGE: etcdserver: mvcc: required revision is a future revision', 'futureRevision', false, true],
    ['3 INVALID_ARGUMENT: etcdserver: request is too large', 'tooLarge', false, true],
    ['8 RESOURCE_EXHAUSTED: etcdserver: mvcc: database space exceeded', 'outOfSpace', false, true],
    ['15 DATA_LOSS: etcdserver: corrupt cluster', 'damaged', false, true],
    ['14 UNAVAILABLE: etcdserver: no leader', 'unavailable', true, true],
    ['8 RESOURCE_EXHAUSTED: etcdserver: too many requests', 'unavailable', true, true],
    [`14 UNAVAILABLE: ${notMade('connect ECONNREFUSED 127.0.0.1:1')}`, 'unavailable', true, true],
    ['14 UNAVAILABLE: etcdserver: request timed out', 'unavailable', true, false],
    ['14 UNAVAILABLE: etcdserver: leader changed', 'unavailable', true, false],
    ['4 DEADLINE_EXCEEDED: Deadline exceeded after 2.5s', 'unavailable', true, false],
    ['14 UNAVAILABLE: read ECONNRESET', 'unavailable', true, false],
    ['13 INTERNAL: Received RST_STREAM with code 2', 'unavailable', true, false],
    [
      `13 INTERNAL: Received RST_STREAM with code 2 triggered by internal client error: ${alert}`,
      'notTrusted',
      true,
      false,
    ],
    [`14 UNAVAILABLE: ${notMade('self-signed certificate')}`, 'notTrusted', true, true],
  ])('that says %s is %s', (text, code, isTransient, isUnsent) => {
    expect(callFailureOf(new Error(text))).toMatchObject({ code, isTransient, isUnsent });
  });

  it.each([
    [notMade('connect ECONNREFUSED 127.0.0.1:1'), true, 'unavailable'],
    [notMade(alert), true, 'notTrusted'],
    [notMade('unable to verify the first certificate'), true, 'notTrusted'],
    [alert, false, 'unavailable'],
    [alert, true, 'unavailable'],
    ['read ECONNRESET', false, 'unavailable'],
    ['Deadline exceeded', true, 'unavailable'],
  ])('of our own connection, %s, says itself whether the request was sent', (text, isUnsent, code) => {
    const cause = new TransportError(text, { isUnsent });
    expect(callFailureOf(cause)).toMatchObject({ code, isTransient: true, isUnsent, text });
  });

  it('tells a missing permission from other refusals, also in the error for the caller', () => {
    const denied = new Error('7 PERMISSION_DENIED: etcdserver: permission denied');
    expect([denied, errorOf(callFailureOf(denied), 'no')].map(isPermissionDenied)).toEqual([true, true]);
    const unreadable = "EACCES: permission denied, open 'client.key'";
    const others = ['3 INVALID_ARGUMENT: etcdserver: user name is empty', notMade(unreadable)];
    expect(others.map((text) => isPermissionDenied(new Error(text)))).toEqual([false, false]);
  });

  it('whose answer is too large was served, and is not asked again as it was', () => {
    expect(callFailureOf(new MessageTooLargeError(4e9, 1e6))).toMatchObject({
      code: 'tooLarge',
      isTransient: false,
      isUnsent: false,
    });
  });

  it('with a revision beyond 2^53 is damage, and is not asked again', () => {
    expect(callFailureOf(new InexactNumberError(2 ** 54))).toMatchObject({
      code: 'damaged',
      isTransient: false,
      isUnsent: false,
    });
  });
});
