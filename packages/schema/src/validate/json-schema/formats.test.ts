import { describe, expect, it } from '@jest/globals';

import { findFormat } from './formats.ts';

describe('formats of texts', () => {
  it.each<[string, string, string]>([
    ['bsonobjectid', '507f1f77bcf86cd799439011', '507f1f77bcf86cd79943901'],
    ['byte', 'aGVsbG8=', 'aGVsbG8'],
    ['cidr', '10.0.0.0/8', '10.0.0.0/33'],
    ['cidr', '2001:db8::/128', '10.0.0.0/8/1'],
    ['creditcard', '4111-1111-1111-1111', '4111-1111-1111-1112'],
    ['date', '2024-02-29', '2023-02-29'],
    ['date-time', '2024-02-29T23:59:59.123Z', '2024-02-29 23:59:59Z'],
    ['datetime', '2024-02-29t00:00:00+01:00', '2024-02-29T24:00:00Z'],
    ['duration', '22 ns', 'soon'],
    ['email', 'a@example.com', 'a@b@c'],
    ['hexcolor', '#FFFFFF', '#FFFF'],
    ['hostname', 'node-1.example.com', '-a.example.com'],
    ['ipv4', '10.0.0.1', '10.0.0.256'],
    ['ipv6', '::1', '10.0.0.1'],
    ['isbn', '0321751043', '0321751044'],
    ['isbn10', '0-8044-2957-X', '0-8044-2958-X'],
    ['isbn13', '978-0321751041', '978-0321751042'],
    ['mac', '00:00:5e:00:53:01', '00:00:5e:00:53'],
    ['mac', '0000.5e00.5301', '00-00:5e-00-53-01'],
    ['rgbcolor', 'rgb(255, 0,25)', 'rgb(256,0,0)'],
    ['ssn', '111-22-3333', '1111-22-333'],
    ['uri', 'https://example.com/x', 'example.com'],
    ['uuid', '123E4567-e89b-12d3-a456-426614174000', '123e4567-e89b-12d3-a456'],
    ['uuid3', '123e4567-e89b-32d3-a456-426614174000', '123e4567-e89b-42d3-a456-426614174000'],
    ['uuid4', '123e4567-e89b-42d3-a456-426614174000', '123e4567-e89b-42d3-c456-426614174000'],
    ['uuid5', '123e4567-e89b-52d3-b456-426614174000', '123e4567-e89b-42d3-b456-426614174000'],
  ])('%s takes %s and refuses %s', (name, good, bad) => {
    const check = findFormat(name);
    expect([check?.(good), check?.(bad)]).toEqual([true, false]);
  });

  it('are those of kube-apiserver, which has none of numbers', () => {
    expect(findFormat('password')?.('anything')).toBe(true);
    for (const name of ['int32', 'int64', 'double', 'colour', 'constructor']) expect(findFormat(name)).toBeUndefined();
  });
});
