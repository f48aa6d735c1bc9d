import { describe, expect, it } from '@jest/globals';
import { createApiScheme } from '@keelson/api';
import { formOf } from '@keelson/registry';

import { auditedEncoding } from './audited-encoding.ts';

const scheme = createApiScheme();
const representation = { encoding: 'json', view: 'object', metaVersion: 'v1', isPretty: false } as const;

function contextOf(version: string) {
  const [stored, wanted] = ['v1', version].map((each) => scheme.resource('batch', each, 'cronjobs'));
  if (stored === undefined || wanted === undefined) throw new Error(`there are no cron jobs in ${version}`);
  return { scheme, form: formOf(stored), wanted, representation };
}

describe('the audited form of an object', () => {
  it('is kept for each version by itself', () => {
    expect(auditedEncoding(contextOf('v1')).key).toBe(auditedEncoding(contextOf('v1')).key);
    expect(auditedEncoding(contextOf('v1')).key).not.toBe(auditedEncoding(contextOf('v1beta1')).key);
  });
});
