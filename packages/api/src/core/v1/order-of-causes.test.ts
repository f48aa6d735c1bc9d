/** The order of causes that clients know: that of the rules, whether or not a rule is about a closed set. */
import { describe, expect, it } from '@jest/globals';
import { createReport, type Report } from '@keelson/schema';

import { checkRule } from '../../admissionregistration/v1/webhook-rule.rules.ts';
import { validateAzureDisk } from './cloud-disk.rules.ts';
import { validateHandler } from './handler.rules.ts';
import { validatePodSpec } from './pod-spec.rules.ts';
import { validatePodProfiles } from './security-context.rules.ts';

function pathsOf(check: (report: Report) => void): string[] {
  const report = createReport();
  check(report);
  return report.issues.map(({ path }) => path);
}

describe('order of causes', () => {
  it('tells unknown policies of a pod after its volumes and containers, and before its names', () => {
    const container = {
      name: '',
      image: 'i',
      terminationMessagePolicy: 'File',
      imagePullPolicy: 'Sometimes',
      ports: [{ containerPort: 0, protocol: 'ICMP' }],
      resources: { limits: { cpu: '-1' } },
    };
    const volume = { name: 'v', hostPath: { path: '..', type: 'Pipe' } };
    const spec = {
      volumes: [volume],
      containers: [container],
      restartPolicy: 'Rarely',
      dnsPolicy: 'Own',
      topologySpreadConstraints: [{ maxSkew: 0, topologyKey: '', whenUnsatisfiable: 'Wait' }],
      nodeName: '-',
    };
    expect(pathsOf((report) => validatePodSpec(spec, '', report))).toEqual([
      'volumes[0].hostPath.path',
      'volumes[0].hostPath.type',
      'containers[0].name',
      'containers[0].ports[0].containerPort',
      'containers[0].ports[0].protocol',
      'containers[0].imagePullPolicy',
      'containers[0].resources.limits[cpu]',
      'restartPolicy',
      'dnsPolicy',
      'topologySpreadConstraints[0].maxSkew',
      'topologySpreadConstraints[0].topologyKey',
      'topologySpreadConstraints[0].whenUnsatisfiable',
      'nodeName',
    ]);
  });

  it('tells unknown operations of a webhook before the groups of its rule, and an unknown scope last', () => {
    const rule = { operations: ['READ'], apiGroups: [], apiVersions: [''], resources: [], scope: 'Node' };
    expect(pathsOf((report) => checkRule(rule, report))).toEqual([
      'operations[0]',
      'apiGroups',
      'apiVersions[0]',
      'resources',
      'scope',
    ]);
  });

  it('refuses unknown schemes, profiles, caching modes and kinds of disks, and takes known ones', () => {
    const httpGet = (scheme: string) => ({ httpGet: { path: '/', port: 80, scheme } });
    const disk = (cachingMode: string, kind: string) => ({ diskName: 'd', diskURI: 'https://d', cachingMode, kind });
    const profile = (type: string) => ({ seccompProfile: { type } });
    expect(pathsOf((report) => validateHandler(httpGet('FTP'), report))).toEqual(['httpGet.scheme']);
    expect(pathsOf((report) => validateHandler(httpGet('HTTPS'), report))).toEqual([]);
    expect(pathsOf((report) => validateAzureDisk(disk('a', 'b'), report))).toEqual(['cachingMode', 'kind']);
    expect(pathsOf((report) => validateAzureDisk(disk('None', 'Shared'), report))).toEqual([]);
    expect(pathsOf((report) => validatePodProfiles(profile('a'), report))).toEqual(['seccompProfile.type']);
    expect(pathsOf((report) => validatePodProfiles(profile('Unconfined'), report))).toEqual([]);
  });
});
