import { describe, expect, it } from '@jest/globals';

import { parsePem } from './pem.ts';

const block = (label: string, ...lines: readonly string[]) =>
  [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');

describe('PEM', () => {
  it('is blocks with their lines, and text around them that does not count', () => {
    const text = `subject: us\n${block('CERTIFICATE', 'AAAA', 'BBBB')}and\n${block('EC PRIVATE KEY', 'Proc-Type: 4', '', 'CC==')}`;
    expect(parsePem(text)).toEqual({
      ok: true,
      blocks: [
        { label: 'CERTIFICATE', der: Buffer.from('AAAABBBB', 'base64'), line: 2 },
        { label: 'EC PRIVATE KEY', der: Buffer.from('CC==', 'base64'), line: 7 },
      ],
    });
    expect(parsePem(block('KEY', 'AAAA').replaceAll('\n', '\r\n'))).toMatchObject({ ok: true });
    expect(parsePem('')).toEqual({ ok: true, blocks: [] });
  });

  it.each([
    [block('KEY', 'AA!A'), 2, 'this is no base64, within KEY'],
    [block('KEY', 'AAAA').replace('-----END KEY-----', ''), 1, 'KEY has no end'],
    [`-----BEGIN KEY-----\n${block('KEY', 'AAAA')}`, 2, 'KEY of line 1 has no end'],
    ['x\n-----END KEY-----\n', 2, 'the end of a KEY that has not begun'],
    [block('KEY', 'AAAA').replace('END KEY', 'END CERTIFICATE'), 3, 'the end of a CERTIFICATE that has not begun'],
    [`x\n${block('KEY')}`, 2, 'KEY is empty'],
  ])('that is broken is refused with the line and the reason: %#', (text, line, message) => {
    expect(parsePem(text)).toEqual({ ok: false, line, message });
  });
});
