import { describe, expect, it } from '@jest/globals';

import { checkHistory } from './check-history.ts';
import { readDescription } from './read-description.ts';

interface Version {
  readonly name: string;
  readonly deprecated?: boolean;
  readonly storage?: boolean;
}

function described(name: string, versions: readonly Version[], date?: string) {
  const document = {
    kind: 'CustomResourceDefinition',
    spec: {
      ...{ group: 'example.org', names: { kind: 'Pump' } },
      versions: versions.map((version) => ({ served: true, storage: false, ...version, schema: {} })),
    },
  };
  const read = readDescription(document);
  if (!read.ok) throw new Error(read.message);
  return { name, date, description: read.description };
}

const stable = { name: 'v1', storage: true };
const both = [stable, { name: 'v1beta1' }];
const deprecated = [stable, { name: 'v1beta1', deprecated: true }];

const at = (versions: readonly Version[], index: number, date?: string) => described(`r${index}`, versions, date);

describe('a beta version that goes', () => {
  const early = {
    rule: '4a',
    message:
      'r3: example.org/v1beta1 Pump is removed too early: it was deprecated in r1, and works for nine months and three releases after that',
  };

  it('was deprecated for three releases [rule-4a-beta]', () => {
    const history = [both, deprecated, deprecated].map((versions, index) => at(versions, index));
    expect(checkHistory([...history, at([stable], 3)]).broken).toEqual([early]);
    const longer = [...history, at(deprecated, 3)];
    expect(checkHistory([...longer, at([stable], 4)])).toEqual({ broken: [], untold: [] });
  });

  it('was deprecated for nine months, where releases come faster [rule-4a-beta]', () => {
    const dates = ['2023-01-01', '2023-02-01', '2023-03-01', '2023-04-01', '2023-05-01'];
    const history = [both, deprecated, deprecated, deprecated, [stable]];
    const findings = checkHistory(history.map((versions, index) => at(versions, index, dates[index])));
    expect(findings.broken).toEqual([{ ...early, message: early.message.replace('r3', 'r4') }]);
    const slow = checkHistory(history.map((versions, index) => at(versions, index, `202${index}-01-01`)));
    expect(slow.broken).toEqual([]);
  });

  it('is told of where no description says since when it was deprecated', () => {
    const { broken, untold } = checkHistory([at(deprecated, 0), at([stable], 1)]);
    expect(broken).toEqual([]);
    expect(untold).toEqual([
      'how long example.org/v1beta1 Pump was deprecated is not told: name the descriptions of the releases since then too, oldest first',
    ]);
  });
});

it('A history has the broken rules of each of its steps', () => {
  const { broken } = checkHistory([at([stable], 0), at([{ name: 'v1beta1', storage: true }], 1), at([stable], 2)]);
  expect(broken.map(({ message }) => message.split(':')[0])).toContain('r1');
  expect(broken.map(({ message }) => message.split(':')[0])).toContain('r2');
});

describe('documents of this API', () => {
  const document = (release: string, ...versions: string[]) => {
    const schema = (version: string, kind: string) => ({
      'x-kubernetes-group-version-kind': [{ group: 'networking.k8s.io', version, kind }],
      properties: { metadata: {}, ...(kind.endsWith('List') && { items: { type: 'array', items: {} } }) },
    });
    const definitions = Object.fromEntries(
      versions.flatMap((version) => [
        [`${version}.Ingress`, schema(version, 'Ingress')],
        [`${version}.IngressList`, schema(version, 'IngressList')],
      ]),
    );
    const read = readDescription({ info: { version: `v${release}.3` }, definitions });
    if (!read.ok) throw new Error(read.message);
    return { name: release, date: undefined, description: read.description };
  };

  it('are of releases whose deprecations the calendar knows [rule-4a-beta]', () => {
    for (const [before, after] of [
      ['1.21', '1.22'],
      ['1.18', '1.24'],
    ] as const) {
      expect(checkHistory([document(before, 'v1beta1', 'v1'), document(after, 'v1')])).toEqual({
        broken: [],
        untold: [],
      });
    }
    expect(checkHistory([document('1.19', 'v1beta1', 'v1'), document('1.21', 'v1')]).broken).toEqual([
      {
        rule: '4a',
        message:
          'networking.k8s.io/v1beta1 Ingress is removed too early: it was deprecated in 1.19, and works until 1.22',
      },
    ]);
  });
});
