import { StorageError, type StorageErrorCode } from '@keelson/storage';
import { describe, expect, it } from '@jest/globals';

import { statusOfStoreFailure } from './store-failure.ts';

const answerTo = (code: StorageErrorCode, applied: 'no' | 'unknown' = 'no') => {
  const status = statusOfStoreFailure(new StorageError(code, 'etcd: mvcc: database space exceeded', { applied }));
  return status && [status.code, status.message, status.details?.retryAfterSeconds];
};

describe('a failure of the store', () => {
  it('that passes by itself asks the client to try again', () => {
    expect(answerTo('unavailable')).toEqual([503, 'the store cannot be reached', 1]);
    expect(answerTo('unavailable', 'unknown')?.[0]).toBe(504);
    expect(answerTo('closed')?.[2]).toBe(1);
  });

  it('that lasts until somebody has made room does not, as clients would only repeat their writes', () => {
    expect(answerTo('outOfSpace')).toEqual([503, 'the store is full', undefined]);
  });

  it('that is a fault of this server has no answer of its own', () => {
    expect(answerTo('damaged')).toBeUndefined();
  });
});
