import { describe, expect, it } from '@jest/globals';
import type { Resource } from '@keelson/schema';

import { fillIn } from '../../testing/fill-in.ts';
import { printRow } from '../../testing/print-row.ts';
import { mutatingWebhookConfigurations } from './mutating-webhook-configuration.resource.ts';
import { MutatingWebhookConfiguration } from './mutating-webhook-configuration.ts';
import { validatingWebhookConfigurations } from './validating-webhook-configuration.resource.ts';
import { ValidatingWebhookConfiguration } from './validating-webhook-configuration.ts';

const defaults = {
  failurePolicy: 'Fail',
  matchPolicy: 'Equivalent',
  namespaceSelector: {},
  objectSelector: {},
  timeoutSeconds: 10,
};
const selector = { matchLabels: { a: 'b' } };
const given = {
  failurePolicy: 'Ignore',
  matchPolicy: 'Exact',
  namespaceSelector: selector,
  objectSelector: selector,
  timeoutSeconds: 1,
};

describe.each([
  ['mutating', mutatingWebhookConfigurations, MutatingWebhookConfiguration],
  ['validating', validatingWebhookConfigurations, ValidatingWebhookConfiguration],
] satisfies [string, Resource, object][])('a %s webhook', (_kind, resource, message) => {
  it('has defaults for what is left out', () => {
    const rules = [{}, { scope: 'Cluster' }];
    const services = [
      { namespace: 'n', name: 's' },
      { namespace: 'n', name: 's', port: 8443 },
    ];
    const webhooks = services.map((service) => ({ name: 'a', clientConfig: { service }, rules }));
    expect(fillIn(message, { webhooks }).webhooks).toMatchObject([
      { ...defaults, clientConfig: { service: { port: 443 } }, rules: [{ scope: '*' }, { scope: 'Cluster' }] },
      { ...defaults, clientConfig: { service: { port: 8443 } } },
    ]);
    expect(fillIn(message, { webhooks: [given] }).webhooks).toMatchObject([given]);
  });

  it('is counted in the table', () => {
    expect(printRow(resource, { webhooks: [{}, {}] })).toEqual({ Name: 'a', Webhooks: 2, Age: '5m' });
    expect(printRow(resource, {})).toMatchObject({ Webhooks: 0 });
  });
});

it('a mutating webhook is called once by default', () => {
  const { webhooks } = fillIn(MutatingWebhookConfiguration, { webhooks: [{}, { reinvocationPolicy: 'IfNeeded' }] });
  expect(webhooks?.map(({ reinvocationPolicy }) => reinvocationPolicy)).toEqual(['Never', 'IfNeeded']);
});
