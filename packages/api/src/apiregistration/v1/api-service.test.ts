import { describe, expect, it } from '@jest/globals';

import { causesOf, create, updateStatus } from '../../testing/admit.ts';
import { fillIn } from '../../testing/fill-in.ts';
import { printRow } from '../../testing/print-row.ts';
import { apiServices } from './api-service.resource.ts';
import { APIService } from './api-service.ts';

describe('an API service', () => {
  it('is behind port 443 by default', () => {
    const portOf = (service: object) => fillIn(APIService, { spec: { service } }).spec.service?.port;
    expect([portOf({}), portOf({ port: 8443 })]).toEqual([443, 8443]);
  });

  it.each([
    [undefined, { Service: 'Local', Available: 'Unknown' }],
    [
      { status: 'True', reason: 'Passed' },
      { Service: 'Local', Available: 'True' },
    ],
    [{ status: 'False', reason: 'Missing' }, { Available: 'False (Missing)' }],
    [{ status: 'False' }, { Available: 'False' }],
  ])('with the condition %j shows %j', (condition, cells) => {
    const conditions = condition ? [{ type: 'Available', ...condition }] : [];
    expect(printRow(apiServices, { status: { conditions } })).toMatchObject({ Name: 'a', ...cells, Age: '5m' });
    const spec = { service: { namespace: 'n', name: 's' } };
    expect(printRow(apiServices, { spec })).toMatchObject({ Service: 'n/s' });
  });

  const spec = { group: 'x.test', version: 'v1', groupPriorityMinimum: 1, versionPriority: 1 };

  it('is named after its version and group', () => {
    expect(create(apiServices, { metadata: { name: 'v1.x.test' }, spec }).issues).toEqual([]);
    expect(create(apiServices, { metadata: { name: 'v1.' }, spec: { ...spec, group: '' } }).issues).toEqual([]);
    expect(causesOf(create(apiServices, { metadata: { name: 'v2.x.test' }, spec }))).toEqual([
      'metadata.name: Invalid value: "v2.x.test": must be `spec.version+"."+spec.group`: "v1.x.test"',
    ]);
  });

  it('has priorities within bounds', () => {
    const outside = { ...spec, groupPriorityMinimum: 20001, versionPriority: 0 };
    expect(causesOf(create(apiServices, { metadata: { name: 'v1.x.test' }, spec: outside }))).toEqual([
      'spec.groupPriorityMinimum: Invalid value: 20001: must be positive and less than 20000',
      'spec.versionPriority: Invalid value: 0: must be positive and less than 1000',
    ]);
  });

  it('keeps spec and labels when its status is written', () => {
    const { object } = create(apiServices, { metadata: { name: 'v1.x.test', labels: { a: 'b' } }, spec });
    const status = { conditions: [{ type: 'Available', status: 'True', lastTransitionTime: null }] };
    const metadata = { resourceVersion: '1', ...object.metadata };
    expect(updateStatus(apiServices, object, { status }).object).toEqual({ ...object, metadata, status });
  });
});
