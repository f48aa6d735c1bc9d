import { describe, expect, it } from '@jest/globals';

import { messageField, numberField } from '../protobuf/fields.ts';
import { decodeLeaseGrant, decodeLeaseRenewal, encodeCompaction, encodeLeaseGrant, encodeLeaseId } from './leases.ts';

const header = messageField(1, [...numberField(1, 14_841), ...numberField(3, 7)]);
const id = '7587890123456789012';

describe('a lease', () => {
  it('is asked for by its time', () => {
    expect(Buffer.concat(encodeLeaseGrant(60)).toString('hex')).toBe('083c');
  });

  it('has an id of 63 bits, which comes back as it was sent', () => {
    const field = Buffer.concat(encodeLeaseId(id));
    const granted = Buffer.concat([...header, Buffer.of(0x10), field.subarray(1), ...numberField(3, 60)]);
    expect(decodeLeaseGrant(granted)).toBe(id);
    expect(decodeLeaseRenewal(granted)).toBe(60);
    expect(decodeLeaseGrant(Buffer.concat([...header, ...numberField(2, 5)]))).toBe('5');
  });

  it('that is gone has no time, and a grant without an id is none', () => {
    expect(decodeLeaseRenewal(Buffer.concat([...header, ...numberField(2, 5)]))).toBe(0);
    expect(() => decodeLeaseGrant(Buffer.concat(header))).toThrow('without an id');
    expect(() => decodeLeaseGrant(Buffer.from('1081', 'hex'))).toThrow('cut off');
    expect(() => decodeLeaseGrant(Buffer.from('15000000', 'hex'))).toThrow('no message');
  });
});

it('a compaction names its revision', () => {
  expect(Buffer.concat(encodeCompaction(300)).toString('hex')).toBe('08ac02');
});
