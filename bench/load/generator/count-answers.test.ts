import { describe, expect, it } from '@jest/globals';

import { createAnswerCounter } from './count-answers.ts';

const conversation = Buffer.from(
  [
    'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello',
    'HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10\r\n0123456789abcdef\r\n0\r\n\r\n',
    'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok',
  ].join(''),
);

describe('createAnswerCounter', () => {
  it.each([1, 2, 3, 7, 64, 1_000])('counts answers that come in pieces of %d bytes', (size) => {
    const counts = { answered: 0, refused: 0, bytes: 0 };
    let ended = 0;
    const take = createAnswerCounter(counts, () => (ended += 1));
    for (let at = 0; at < conversation.length; at += size) take(conversation.subarray(at, at + size));
    expect(counts).toEqual({ answered: 3, refused: 1, bytes: conversation.length });
    expect(ended).toBe(4);
  });
});
