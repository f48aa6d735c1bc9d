/**
 * `--runtime-config` at emulated releases: what discovery lists, and what requests of each version answer. The releases of
 * each version are those of the spec's table, written down here once more.
 */
import { describe, expect, it } from '@jest/globals';
import { isLater, type Release } from '@keelson/schema';

import { startKeelson, type Keelson } from '../server/start-keelson.ts';

interface Probe {
  readonly version: string;
  readonly plural: string;
  readonly since: Release;
  /** The first release without it. */
  readonly until?: Release;
}

const probes: readonly Probe[] = [
  { version: 'v1', plural: 'configmaps', since: '1.2' },
  { version: 'apps/v1', plural: 'deployments', since: '1.9' },
  { version: 'apps/v1beta2', plural: 'deployments', since: '1.8', until: '1.16' },
  { version: 'extensions/v1beta1', plural: 'daemonsets', since: '1.2', until: '1.16' },
  { version: 'extensions/v1beta1', plural: 'ingresses', since: '1.1', until: '1.22' },
  { version: 'networking.k8s.io/v1', plural: 'networkpolicies', since: '1.8' },
  { version: 'networking.k8s.io/v1', plural: 'ingresses', since: '1.19' },
  { version: 'networking.k8s.io/v1beta1', plural: 'ingresses', since: '1.14', until: '1.22' },
  { version: 'rbac.authorization.k8s.io/v1beta1', plural: 'roles', since: '1.6', until: '1.22' },
  { version: 'batch/v1', plural: 'jobs', since: '1.2' },
  { version: 'batch/v1', plural: 'cronjobs', since: '1.21' },
  { version: 'batch/v1beta1', plural: 'cronjobs', since: '1.8', until: '1.25' },
  { version: 'policy/v1', plural: 'poddisruptionbudgets', since: '1.21' },
  { version: 'policy/v1beta1', plural: 'poddisruptionbudgets', since: '1.5', until: '1.25' },
  { version: 'autoscaling/v2beta2', plural: 'horizontalpodautoscalers', since: '1.12', until: '1.26' },
  { version: 'autoscaling/v2', plural: 'horizontalpodautoscalers', since: '1.23' },
  { version: 'flowcontrol.apiserver.k8s.io/v1beta1', plural: 'flowschemas', since: '1.20', until: '1.26' },
  { version: 'flowcontrol.apiserver.k8s.io/v1beta2', plural: 'flowschemas', since: '1.23', until: '1.29' },
];

const isBeta = ({ version }: Probe): boolean => version.includes('beta');

function isInRelease({ since, until }: Probe, release: Release): boolean {
  return !isLater(since, release) && (until === undefined || isLater(until, release));
}

const groupOf = ({ version }: Probe): string => (version.includes('/') ? `/apis/${version}` : `/api/${version}`);

interface Setting {
  readonly setting: string;
  /** True for a version that the setting turns on, if the release has it. */
  readonly isOn: (probe: Probe) => boolean;
  readonly releases: readonly Release[];
}

const settings: readonly Setting[] = [
  // The laws of the calendar tell what each release serves by itself.
  { setting: '', isOn: () => true, releases: ['1.16', '1.24'] },
  { setting: 'api/all=true', isOn: () => true, releases: ['1.22'] },
  { setting: 'api/beta=true', isOn: () => true, releases: ['1.25'] },
  { setting: 'api/beta=false', isOn: (probe) => !isBeta(probe), releases: ['1.24'] },
  { setting: 'api/ga=false', isOn: isBeta, releases: ['1.21'] },
  { setting: 'api/all=false,api/ga=true', isOn: (probe) => !isBeta(probe), releases: ['1.22'] },
  {
    setting: 'api/all=false,v1=true,batch/v1beta1=true',
    isOn: ({ version }) => version === 'v1' || version === 'batch/v1beta1',
    releases: ['1.19'],
  },
  {
    setting: 'api/beta=false,batch/v1beta1=true',
    isOn: (probe) => !isBeta(probe) || probe.version === 'batch/v1beta1',
    releases: ['1.21'],
  },
  { setting: 'batch/v1=false', isOn: ({ version }) => version !== 'batch/v1', releases: ['1.26'] },
  {
    setting: 'extensions/v1beta1/daemonsets=false,networking.k8s.io/v1/ingresses=false',
    isOn: ({ version, plural }) =>
      !(version === 'extensions/v1beta1' && plural === 'daemonsets') &&
      !(version === 'networking.k8s.io/v1' && plural === 'ingresses'),
    releases: ['1.15'],
  },
];

const table = settings.flatMap(({ releases, ...setting }) => releases.map((release) => ({ release, ...setting })));

interface Shown {
  readonly status: number;
  readonly resources: readonly string[];
}

async function discover(keelson: Keelson, path: string): Promise<Shown> {
  const { status, body } = await keelson.ask(path);
  if (status !== 200) return { status, resources: [] };
  const { resources } = JSON.parse(body) as { resources: readonly { readonly name: string }[] };
  return { status, resources: resources.map(({ name }) => name) };
}

/** The versions in the list of groups, and in that of the core group. */
async function listedVersions(keelson: Keelson): Promise<Set<string>> {
  const { body } = await keelson.ask('/apis');
  const named = (JSON.parse(body) as { groups: { versions: { groupVersion: string }[] }[] }).groups;
  const core = await keelson.ask('/api');
  const { versions } = core.status === 200 ? (JSON.parse(core.body) as { versions: string[] }) : { versions: [] };
  return new Set([...versions, ...named.flatMap((group) => group.versions.map(({ groupVersion }) => groupVersion))]);
}

describe('what is served', () => {
  it.each(table)(
    'at $release with "$setting" is what both allow [rule-4a-serving]',
    async ({ release, setting, isOn }) => {
      // Controllers and the Service of the API are of no use where their versions are off.
      const flags = [`--emulated-version=${release}`, `--runtime-config=${setting}`, '--controllers='];
      const keelson = await startKeelson({ flags });
      try {
        const listed = await listedVersions(keelson);
        const wrong = await Promise.all(
          probes.map(async (probe) => {
            const expected = isInRelease(probe, release) && isOn(probe);
            const { version, plural } = probe;
            const shown = await discover(keelson, groupOf(probe));
            const { status } = await keelson.ask(`${groupOf(probe)}/${plural}`);
            const isRight =
              shown.resources.includes(plural) === expected &&
              status === (expected ? 200 : 404) &&
              (!expected || listed.has(version)) &&
              listed.has(version) === (shown.status === 200);
            return isRight ? [] : [{ version, plural, expected, status, shown, isListed: listed.has(version) }];
          }),
        );
        expect(wrong.flat()).toEqual([]);
      } finally {
        await keelson.stop();
      }
    },
  );

  it.each([
    ['1.24', 'api/all=false', 'api/all=false alone serves nothing'],
    ['1.24', 'batch/v1=true,batch/v1=false', 'says batch/v1=true and batch/v1=false; say one of them'],
    ['1.24', 'batch/v1=true,api/batch/v1=false', 'are about the same version; say one of them'],
    ['1.24', 'batch/v1=maybe', 'say true or false'],
    ['1.24', 'batch/v9=true', 'batch/v9: batch has no version v9; it has v1, v1beta1'],
    ['1.24', 'api/gamma=true', 'there is no such stage; there are api/all, api/ga, api/beta, api/alpha'],
    ['1.24', 'bacth/v1=true', 'unknown api group bacth; there are'],
    ['1.22', 'extensions/v1beta1=true', '1.22 serves it no longer; it was removed in 1.22'],
    ['1.20', 'policy/v1=true', '1.20 has not got it yet; it came in 1.21'],
  ])('at %s with "%s" is nothing: it is refused at the start', async (release, setting, message) => {
    const flags = [`--emulated-version=${release}`, `--runtime-config=${setting}`];
    await expect(startKeelson({ flags })).rejects.toThrow(message);
  });
});
