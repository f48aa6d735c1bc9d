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
    expect(causesOf(create(apiServices, { metadata: { name: 'a/b' }, spec }))).toEqual([
      `metadata.name: Invalid value: "a/b": may not contain '/'`,
    ]);
    expect(causesOf(create(apiServices, { metadata: { name: 'v1.x.test', generateName: 'v1.x.' }, spec }))).toEqual([
      'metadata.generateName: Invalid value: "v1.x.": must be `spec.version+"."+spec.group`: "v1.x.test"',
    ]);
  });

  it('has priorities within bounds', () => {
    const outside = { ...spec, groupPriorityMinimum: 20001, versionPriority: 0 };
    expect(causesOf(create(apiServices, { metadata: { name: 'v1.x.test' }, spec: outside }))).toEqual([
      'spec.groupPriorityMinimum: Invalid value: 20001: must be positive and less than 20000',
      'spec.versionPriority: Invalid value: 0: must be positive and less than 1000',
    ]);
  });

  it.each([
    [
      { group: '', version: 'v2' },
      ['spec.group: Required value: only v1 may have an empty group and it better be legacy kube'],
    ],
    [{ caBundle: 'YWJj' }, ['spec.caBundle: Invalid value: "3 bytes": local APIServices may not have a caBundle']],
    [
      { insecureSkipTLSVerify: true },
      ['spec.insecureSkipTLSVerify: Invalid value: true: local APIServices may not have insecureSkipTLSVerify'],
    ],
    [
      { service: { port: 70000 } },
      [
        'spec.service.namespace: Required value',
        'spec.service.name: Required value',
        'spec.service.port: Invalid value: 70000: port is not valid: must be between 1 and 65535, inclusive',
      ],
    ],
    [
      { service: { namespace: 'n', name: 's' }, insecureSkipTLSVerify: true, caBundle: 'YWJj' },
      ['spec.insecureSkipTLSVerify: Invalid value: true: may not be true if caBundle is present'],
    ],
    [{ service: { namespace: 'n', name: 's' }, caBundle: 'YWJj' }, []],
  ])('with the spec %j has the faults %j', (part, causes) => {
    const changed = { ...spec, ...part };
    const metadata = { name: `${changed.version}.${changed.group}` };
    expect(causesOf(create(apiServices, { metadata, spec: changed }))).toEqual(causes);
  });

  it('has a group that is a DNS name', () => {
    const [cause] = causesOf(create(apiServices, { metadata: { name: 'v1.X' }, spec: { ...spec, group: 'X' } }));
    expect(cause).toContain('spec.group: Invalid value: "X": a lowercase RFC 1123 subdomain must consist of');
  });

  it('is available at once if it has no service', () => {
    const statusOf = (part: object) =>
      create(apiServices, { metadata: { name: 'v1.x.test' }, spec: { ...spec, ...part } }).object['status'];
    expect(statusOf({})).toEqual({
      conditions: [
        {
          type: 'Available',
          status: 'True',
          lastTransitionTime: '2022-01-02T03:04:05Z',
          reason: 'Local',
          message: 'Local APIServices are always available',
        },
      ],
    });
    expect(statusOf({ service: { namespace: 'n', name: 's' } })).toEqual({});
  });

  it('has conditions whose status is one of three', () => {
    const { object } = create(apiServices, { metadata: { name: 'v1.x.test' }, spec });
    const written = updateStatus(apiServices, object, { status: { conditions: [{ type: 'Odd', status: 'Maybe' }] } });
    expect(causesOf(written)).toEqual([
      'status.conditions[0].status: Unsupported value: "Maybe": supported values: "True", "False", "Unknown"',
    ]);
  });

  it('keeps spec and labels when its status is written', () => {
    const { object } = create(apiServices, { metadata: { name: 'v1.x.test', labels: { a: 'b' } }, spec });
    const status = { conditions: [{ type: 'Available', status: 'True', lastTransitionTime: null }] };
    const metadata = { resourceVersion: '1', ...object.metadata };
    expect(updateStatus(apiServices, object, { status }).object).toEqual({ ...object, metadata, status });
  });
});
