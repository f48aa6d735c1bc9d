import { describe, expect, it } from '@jest/globals';
import { tableOf } from '@keelson/schema';

import { causesOf, create, update } from '../../testing/admit.ts';
import { runtimeClasses as older } from '../v1beta1/runtime-class.resource.ts';
import { runtimeClasses } from './runtime-class.resource.ts';

const namePart =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const labelValue =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

describe.each([
  ['v1', runtimeClasses],
  ['v1beta1', older],
])('RuntimeClass %s', (_, resource) => {
  const make = (fields: object) => create(resource, { metadata: { name: 'a' }, handler: 'runc', ...fields });
  const overhead = (podFixed: object) => causesOf(make({ overhead: { podFixed } }));
  const toleration = (...tolerations: object[]) => causesOf(make({ scheduling: { tolerations } }));

  it('has a DNS label for a handler', () => {
    const label =
      "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
    expect(make({ handler: 'x'.repeat(63) }).issues).toEqual([]);
    expect(make({ handler: '' }).message).toBe(
      `RuntimeClass.node.k8s.io "a" is invalid: handler: Invalid value: "": ${label}`,
    );
    expect(causesOf(make({ handler: 'a.b' }))).toEqual([`handler: Invalid value: "a.b": ${label}`]);
    expect(causesOf(make({ handler: 'x'.repeat(64) }))).toEqual([
      `handler: Invalid value: "${'x'.repeat(64)}": must be no more than 63 characters`,
    ]);
  });

  it('keeps its handler', () => {
    const old = make({}).object;
    expect(causesOf(update(resource, old, { metadata: { name: 'a' }, handler: 'gvisor' }))).toEqual([
      'handler: Invalid value: "gvisor": field is immutable',
    ]);
    expect(update(resource, old, { metadata: { name: 'a' }, handler: 'runc', scheduling: {} }).issues).toEqual([]);
  });

  it('costs amounts of resources that containers can ask for', () => {
    expect(overhead({ cpu: '250m', memory: '120Mi', 'example.com/gpu': '1' })).toEqual([]);
    expect(overhead({ cpu: '-1' })).toEqual([
      'overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0',
    ]);
    expect(overhead({ nonsense: '1' })).toEqual([
      'overhead.limits[nonsense]: Invalid value: "nonsense": must be a standard resource type or fully qualified',
      'overhead.limits[nonsense]: Invalid value: "nonsense": must be a standard resource for containers',
    ]);
    expect(overhead({ 'bad name': '1' })).toEqual([
      `overhead.limits[bad name]: Invalid value: "bad name": ${namePart}`,
      'overhead.limits[bad name]: Invalid value: "bad name": must be a standard resource for containers',
    ]);
    expect(overhead({ 'example.com/gpu': '500m' })).toEqual([
      expect.stringMatching(/^overhead\.limits\[example\.com\/gpu\]: Invalid value: .*: must be an integer$/),
    ]);
  });

  it('costs huge pages in whole pages, with cpu or memory', () => {
    expect(overhead({ 'hugepages-2Mi': '4Mi', cpu: '1' })).toEqual([]);
    expect(overhead({ 'hugepages-2Mi': '3' })).toEqual([
      'overhead.limits[hugepages-2Mi]: Invalid value: "3": 3 is not positive integer multiple of hugepages-2Mi',
      'overhead: Forbidden: HugePages require cpu or memory',
    ]);
  });

  it('rounds amounts up to thousandths', () => {
    expect(make({ overhead: { podFixed: { cpu: '100u' } } }).object['overhead']).toEqual({ podFixed: { cpu: '1m' } });
  });

  it('chooses nodes by valid labels', () => {
    const selector = (nodeSelector: object) => causesOf(make({ scheduling: { nodeSelector } }));
    expect(selector({ disk: 'ssd' })).toEqual([]);
    expect(selector({ 'bad key': 'v' })).toEqual([`scheduling.nodeSelector: Invalid value: "bad key": ${namePart}`]);
    expect(selector({ k: 'bad value' })).toEqual([
      `scheduling.nodeSelector: Invalid value: "bad value": ${labelValue}`,
    ]);
  });

  it('tolerates what pods can tolerate, under the path that clients know', () => {
    const path = 'scheduling.tolerations.tolerations[0]';
    expect(toleration({ operator: 'Exists' }, { key: 'k', effect: 'NoExecute', tolerationSeconds: -1 })).toEqual([]);
    expect(toleration({ key: 'bad key' })).toEqual([`${path}.key: Invalid value: "bad key": ${namePart}`]);
    expect(toleration({ key: 'k', operator: 'Equals' })).toEqual([
      `${path}.operator: Unsupported value: "Equals": supported values: "Equal", "Exists"`,
    ]);
    expect(toleration({ key: 'k', operator: 'Exists', value: 'v' })).toEqual([
      expect.stringMatching(/operator: Invalid value: .*: value must be empty when `operator` is 'Exists'$/),
    ]);
    expect(toleration({ operator: 'Equal', value: 'v' })).toEqual([
      `${path}.operator: Invalid value: "Equal": operator must be Exists when \`key\` is empty, which means "match all values and all keys"`,
    ]);
    expect(toleration({ key: 'k', effect: 'Never' })).toEqual([
      `${path}.effect: Unsupported value: "Never": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"`,
    ]);
    expect(toleration({ key: 'k', effect: 'NoSchedule', tolerationSeconds: 5 })).toEqual([
      `${path}.effect: Invalid value: "NoSchedule": effect must be 'NoExecute' when \`tolerationSeconds\` is set`,
    ]);
    expect(toleration({ key: 'k', value: 'bad value' })).toEqual([
      `${path}.operator: Invalid value: "bad value": ${labelValue}`,
    ]);
  });

  it('has no toleration twice, however long it lasts', () => {
    const k = { key: 'k', effect: 'NoExecute' };
    expect(toleration(k, { ...k, value: 'v' })).toEqual([]);
    expect(toleration(k, { ...k, tolerationSeconds: 5 })).toEqual([
      expect.stringMatching(/^scheduling\.tolerations\[1\]: Duplicate value: /),
    ]);
  });

  it('is printed with its handler', () => {
    const now = new Date('2022-01-02T03:04:05Z');
    expect(tableOf(resource).print(make({}).object, { now }).cells).toEqual(['a', 'runc', '0s']);
  });
});
