import { expect, it } from '@jest/globals';
import { createApiScheme } from '@keelson/api';
import { parse } from 'node:querystring';

import type { Form } from '../contract.ts';
import { readConnectionOptions } from './connection-options.ts';

const subresources = createApiScheme().resource('', 'v1', 'pods')?.subresources ?? {};

function read(subresource: string, query: string, path = ''): unknown {
  const part = subresources[subresource];
  if (part?.kind !== 'proxy') throw new Error(subresource);
  const values = parse(query);
  const asked = { query: (name: string) => [values[name] ?? []].flat(), path };
  const caller = { user: { name: 'tester', groups: [] }, userAgent: '' };
  const options = readConnectionOptions((part.servedAs ?? part.options) as Form, { ...asked, caller });
  if (!options.ok) return options.status.message;
  const { kind: _, apiVersion: _version, ...rest } = options.value;
  return rest;
}

it('the query of a connection is read by the types of its options', () => {
  expect(read('exec', 'command=a&command=b&stdin&tty=False&stdout=0&stderr=1&container=c&container=d')).toEqual({
    command: ['a', 'b'],
    stdin: true,
    stderr: true,
    container: 'c',
  });
  expect(read('portforward', 'ports=1,2&ports=3')).toEqual({ ports: [1, 2, 3] });
  expect(read('proxy', 'path=/x&other=1', '/y')).toEqual({ path: '/y' });
  expect(read('proxy', 'path=/x')).toEqual({});
  expect(read('log', 'tailLines=%2B5&sinceTime=null&limitBytes=9223372036854775807')).toMatchObject({
    tailLines: 5,
    limitBytes: 9_223_372_036_854_775_807n,
  });
  expect(read('log', 'sinceTime=2020-01-01T00:00:00Z')).toMatchObject({ sinceTime: '2020-01-01T00:00:00Z' });
});

it('values of other types are refused in the words of 1.24', () => {
  expect(read('log', 'tailLines=')).toBe('strconv.ParseInt: parsing "": invalid syntax');
  expect(read('log', 'tailLines=9223372036854775808')).toBe(
    'strconv.ParseInt: parsing "9223372036854775808": value out of range',
  );
  expect(read('log', 'sinceTime=yesterday')).toMatch(/^parsing time "yesterday" as "2006-01-02T15:04:05Z07:00": /);
  expect(read('portforward', 'ports=65536')).toBe(
    'cannot convert to []int32: strconv.ParseUint: parsing "65536": value out of range',
  );
});
