import { describe, expect, it } from '@jest/globals';

import { create, update, updatePart, updateStatus } from '../../testing/admit.ts';
import { printRow } from '../../testing/print-row.ts';
import { certificateSigningRequests } from './certificate-signing-request.resource.ts';
import { examplePem, inBase64 } from './example-requests.fixture.ts';

describe('a certificate request', () => {
  it('shows who asks whom for what', () => {
    const spec = { signerName: 'x.test/s', username: 'u', expirationSeconds: 86400 };
    expect(printRow(certificateSigningRequests, { spec })).toEqual({
      Name: 'a',
      Age: '5m',
      SignerName: 'x.test/s',
      Requestor: 'u',
      RequestedDuration: '24h',
      Condition: 'Pending',
    });
    expect(printRow(certificateSigningRequests, {})).toMatchObject({
      SignerName: '<none>',
      Requestor: '',
      RequestedDuration: '<none>',
    });
  });

  it.each([
    [['Approved'], '', 'Approved'],
    [['Approved'], 'QQ==', 'Approved,Issued'],
    [['Approved', 'Failed'], '', 'Approved,Failed'],
    [['Approved', 'Denied'], '', 'Denied'],
  ])('that is %j with the certificate %j shows %s', (types, certificate, text) => {
    const conditions = types.map((type) => ({ type, status: 'True' }));
    const row = printRow(certificateSigningRequests, { status: { conditions, certificate } });
    expect(row['Condition']).toBe(text);
  });

  it('has any name, no defaults, and changes only by its subresources', () => {
    const body = (signerName: string) => ({
      metadata: { name: 'node:A' },
      spec: { signerName, request: inBase64(examplePem.ecdsa), usages: ['client auth'] },
      status: { certificate: 'QQ==' },
    });
    const { object, issues } = create(certificateSigningRequests, body('x.test/s'));
    expect(issues).toEqual([]);
    expect(object).toMatchObject({ spec: body('x.test/s').spec, status: {} });
    expect(object['status']).toEqual({});
    const { object: updated } = update(certificateSigningRequests, object, body('x.test/t'));
    expect(updated).toMatchObject({ spec: body('x.test/s').spec, status: {} });
  });

  it('is approved and denied through a subresource of its own, not by a write of its status', () => {
    type Conditions = { type: string; status: string; reason?: string }[];
    const approved: Conditions = [{ type: 'Approved', status: 'True' }];
    const spec = { signerName: 'x.test/s', request: inBase64(examplePem.ecdsa), usages: ['client auth'] };
    const request = (conditions: Conditions) => ({ metadata: { name: 'a' }, spec, status: { conditions } });
    const change = (before: Conditions, after: Conditions) => {
      const made = create(certificateSigningRequests, request([])).object;
      const old = updatePart(certificateSigningRequests, 'approval', made, request(before)).object;
      return updateStatus(certificateSigningRequests, old, request(after)).issues.map(({ message }) => message);
    };
    expect(change([], approved)).toEqual(['Forbidden: updates may not add a condition of type "Approved"']);
    expect(change(approved, [])).toEqual(['Forbidden: updates may not remove a condition of type "Approved"']);
  });
});
