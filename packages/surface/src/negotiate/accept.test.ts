import { describe, expect, it } from '@jest/globals';

import { negotiate, wantsPretty } from './accept.ts';

/** The negotiated representation, abbreviated. */
function agree(header: string | undefined, { hasTables = true } = {}): string {
  const result = negotiate(header, { metaGroup: 'meta.k8s.io', hasViews: true, hasTables });
  if (!result.ok) return result.reason;
  const { encoding, view, metaVersion } = result.representation;
  return view === 'object' ? encoding : `${encoding} ${view} ${metaVersion}`;
}

const protobuf = 'application/vnd.kubernetes.protobuf';
const table = 'application/json;as=Table;v=v1;g=meta.k8s.io';

describe('the representation of an answer', () => {
  const expected: readonly (readonly [header: string | undefined, agreed: string])[] = [
    [undefined, 'json'],
    ['', 'json'],
    ['*/*', 'json'],
    ['application/*', 'json'],
    ['application/json', 'json'],
    ['application/yaml', 'yaml'],
    [protobuf, 'protobuf'],
    ['application/vnd.service.protobuf', 'protobuf'],
    [`${protobuf}, application/json`, 'protobuf'],
    ['text/html, application/json', 'json'],
    ['application/json;q=0.5, application/yaml', 'yaml'],
    ['application/yaml;q=0, application/json', 'json'],
    ['application/json;stream=watch', 'json'],
    [`${protobuf};stream=watch`, 'protobuf'],
    ['application/json;stream=other', 'unknownForm'],
    [`${','.repeat(60)}application/yaml`, 'yaml'],
    // Clauses beyond the limit are ignored.
    [`${','.repeat(5_000)}application/yaml`, 'json'],
    ['application/json;stream=other, application/json', 'json'],
    ['application/json;foo=bar', 'json'],
    [table, 'json table v1'],
    ['application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json', 'json table v1beta1'],
    [`${protobuf};as=PartialObjectMetadata;g=meta.k8s.io;v=v1`, 'protobuf metadata v1'],
    ['application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1', 'json metadataList v1'],
    ['application/json;as=Table;v=v9;g=meta.k8s.io, application/json', 'json'],
    ['application/json;as=Table;v=v9;g=meta.k8s.io', 'unknownForm'],
    ['application/json;as=Table;v=v1;g=other', 'unknownForm'],
    [`${protobuf};as=Table;v=v1;g=meta.k8s.io`, 'unknownForm'],
    ['text/plain', 'unknownType'],
    ['image/png, text/html', 'unknownType'],
  ];

  it.each(expected)('%s is %s', (header, agreed) => {
    expect(agree(header)).toBe(agreed);
  });
});

describe('what has no tables', () => {
  it('is the next best that the client takes', () => {
    const asked = `${table},${table.replace('v1', 'v1beta1')},application/json`;
    expect(agree(asked, { hasTables: false })).toBe('json');
    expect(agree(table, { hasTables: false })).toBe('unknownForm');
    expect(agree(`${protobuf};as=PartialObjectMetadata;g=meta.k8s.io;v=v1`, { hasTables: false })).toBe(
      'protobuf metadata v1',
    );
  });
});

describe('indented JSON', () => {
  it('is for the tools of people, unless the query decides', () => {
    expect(wantsPretty(undefined, 'curl/8.0')).toBe(true);
    expect(wantsPretty(undefined, 'Mozilla/5.0 (X)')).toBe(true);
    expect(wantsPretty(undefined, 'kubectl/v1.33')).toBe(false);
    expect(wantsPretty('false', 'curl/8.0')).toBe(false);
    expect(wantsPretty('true', 'kubectl/v1.33')).toBe(true);
  });
});
