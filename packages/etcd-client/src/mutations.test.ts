/** Random and mutated bytes for each decoder: it returns or throws an EtcdClientError, and its memory follows the input. */
import { describe, expect, it } from '@jest/globals';
import { chunksOf, mutate, mutations } from '@keelson/http2/testing';
import fc from 'fast-check';

import { isEtcdClientError } from './errors.ts';
import { createMessageReader } from './grpc/message-reader.ts';
import { appendPiece, emptyPieces, joinPieces } from './grpc/pieces.ts';
import { appendToResponse, emptyResponse, unaryMessageOf } from './grpc/unary-response.ts';
import { createClusterIdReader } from './cluster-id.ts';
import { decodeLeaseGrant } from './kv/leases.ts';
import { decodeRangeResponse, decodeTxnResponse } from './kv/messages.ts';
import { bytesField, fieldsOf, messageField, numberField } from './protobuf/fields.ts';
import { decodeWatchResponse } from './watch/messages.ts';

const runs = { seed: 20_240_607, numRuns: 300 };

/** The result, or `undefined` if it throws as promised. Anything else thrown fails the test. */
function decodeOrRefuse<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch (error) {
    if (isEtcdClientError(error)) return undefined;
    throw error;
  }
}

const text = fc.string({ maxLength: 60 });
const keyValue = fc
  .record({ key: text, value: fc.uint8Array({ maxLength: 200 }), made: fc.nat(), changed: fc.maxSafeInteger() })
  .map(({ key, value, made, changed }) => [
    ...bytesField(1, Buffer.from(key)),
    ...numberField(2, made),
    ...numberField(3, Math.abs(changed)),
    ...bytesField(5, value),
  ]);
const header = fc
  .nat()
  .map((revision) => messageField(1, [...numberField(1, 14_841), ...numberField(2, 7), ...numberField(3, revision)]));
const rangeResponse = fc
  .tuple(header, fc.array(keyValue, { maxLength: 8 }), fc.boolean())
  .map(([head, entries, more]) =>
    Buffer.concat([...head, ...entries.flatMap((one) => messageField(2, one)), ...numberField(3, more ? 1 : 0)]),
  );
const txnResponse = fc
  .tuple(header, fc.boolean(), fc.array(rangeResponse, { maxLength: 2 }))
  .map(([head, isDone, ranges]) =>
    Buffer.concat([
      ...head,
      ...numberField(2, isDone ? 1 : 0),
      ...ranges.flatMap((one) => messageField(3, messageField(1, [one]))),
    ]),
  );
const watchResponse = fc
  .tuple(header, fc.array(fc.tuple(fc.boolean(), keyValue, fc.option(keyValue)), { maxLength: 6 }), text)
  .map(([head, events, reason]) =>
    Buffer.concat([
      ...head,
      ...bytesField(6, Buffer.from(reason)),
      ...events.flatMap(([isDeleted, entry, previous]) =>
        messageField(11, [
          ...numberField(1, isDeleted ? 1 : 0),
          ...messageField(2, entry),
          ...(previous === null ? [] : messageField(3, previous)),
        ]),
      ),
    ]),
  );
const leaseResponse = fc
  .tuple(header, fc.integer({ min: 1 }), fc.nat())
  .map(([head, id, ttl]) => Buffer.concat([...head, ...numberField(2, id), ...numberField(3, ttl)]));
const anyBytes = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));

/** Valid input with mutations, and some input that was never valid. */
function broken(valid: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.tuple(valid, mutations).map(([bytes, changes]) => mutate(bytes, changes)) },
    { weight: 1, arbitrary: anyBytes },
  );
}

describe('a decoder of messages', () => {
  it.each([
    ['a range', rangeResponse, decodeRangeResponse],
    ['a transaction', txnResponse, decodeTxnResponse],
    ['a watch', watchResponse, decodeWatchResponse],
    ['a lease', leaseResponse, decodeLeaseGrant],
    ['the id of a cluster', rangeResponse, createClusterIdReader()],
  ])('of %s returns or refuses mutated responses, and returns valid ones', (_name, valid, decode) => {
    fc.assert(
      fc.property(valid, (bytes) => void decode(bytes)),
      { ...runs, numRuns: 200 },
    );
    fc.assert(
      fc.property(broken(valid), (bytes) => void decodeOrRefuse<unknown>(() => decode(bytes))),
      runs,
    );
  });

  it('returns no more bytes than the message has', () => {
    fc.assert(
      fc.property(broken(rangeResponse), (bytes) => {
        const entries = decodeOrRefuse(() => decodeRangeResponse(bytes))?.entries ?? [];
        const total = entries.reduce((sum, { value }) => sum + value.length, 0);
        expect(total).toBeLessThanOrEqual(bytes.length);
      }),
      runs,
    );
  });

  it('refuses a message of more fields than any response has, before it has decoded all', () => {
    const bytes = Buffer.alloc(8 * 1024 * 1024, Buffer.of(0x5a, 0));
    expect(() => fieldsOf(bytes)).toThrow('too many fields');
    expect(() => decodeWatchResponse(bytes)).toThrow('too many fields');
  });
});

describe('a reader of length-prefixed messages', () => {
  const prefixed = fc.array(rangeResponse, { maxLength: 4 }).map((messages) =>
    Buffer.concat(
      messages.flatMap((message) => {
        const prefix = Buffer.alloc(5);
        prefix.writeUInt32BE(message.length, 1);
        return [prefix, message];
      }),
    ),
  );
  const sizes = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 4 });

  it('delivers no more bytes than it received, or refuses, however they are cut', () => {
    fc.assert(
      fc.property(broken(prefixed), sizes, (bytes, cut) => {
        let delivered = 0;
        const read = createMessageReader(({ length }) => void (delivered += length + 5));
        decodeOrRefuse(() => {
          for (const chunk of chunksOf(bytes, cut)) read(chunk);
        });
        expect(delivered).toBeLessThanOrEqual(bytes.length);
      }),
      runs,
    );
  });

  it('delivers the same of a response, whether it arrives whole or in pieces', () => {
    fc.assert(
      fc.property(broken(prefixed), sizes, (bytes, cut) => {
        const readIn = (chunks: readonly Buffer[]): Buffer | undefined =>
          decodeOrRefuse(() => {
            const response = emptyResponse();
            for (const chunk of chunks) appendToResponse(response, chunk);
            return unaryMessageOf(response);
          });
        const [whole, inPieces] = [readIn([bytes]), readIn(chunksOf(bytes, cut))];
        expect(inPieces?.toString('hex')).toBe(whole?.toString('hex'));
      }),
      runs,
    );
  });

  it('keeps pieces of one byte together, so that their number costs no memory', () => {
    const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251));
    const pieces = emptyPieces();
    for (let at = 0; at < bytes.length; at += 1) appendPiece(pieces, bytes.subarray(at, at + 1));
    expect(pieces.list.length).toBeLessThan(30);
    expect(joinPieces(pieces).equals(bytes)).toBe(true);
  });

  it('joins small and large pieces in their order', () => {
    const lengths = fc.array(fc.oneof(fc.integer({ min: 1, max: 600 }), fc.constant(17_000)), { maxLength: 60 });
    fc.assert(
      fc.property(lengths, fc.integer({ min: 1, max: 60 }), (all, joinAt) => {
        const parts = all.map((length, index) => Buffer.alloc(length, index));
        const pieces = emptyPieces();
        parts.forEach((part, index) => {
          appendPiece(pieces, part);
          if (index === joinAt) joinPieces(pieces);
        });
        expect(joinPieces(pieces).equals(Buffer.concat(parts))).toBe(true);
      }),
      { ...runs, numRuns: 300 },
    );
  });
});
