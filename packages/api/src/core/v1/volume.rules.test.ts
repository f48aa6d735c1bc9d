import { describe, expect, it } from '@jest/globals';

import { causesOf, create } from '../../testing/admit.ts';
import { pods } from './pod.resource.ts';

/** Validation errors of a pod with these volumes. */
function problemsOf(volumes: object[], container: object = {}, spec: object = {}): string[] {
  const containers = [{ name: 'c', image: 'busybox', ...container }];
  const made = create(pods, { metadata: { name: 'a' }, spec: { volumes, containers, ...spec } });
  return causesOf(made).map((cause) => cause.replace(/^spec\./, ''));
}

const problemsOfSource = (source: object) =>
  problemsOf([{ name: 'v', ...source }], {}, { serviceAccountName: 'x' }).map((cause) =>
    cause.replace(/^volumes\[0\]\.?/, ''),
  );

describe('volumes', () => {
  it('have names that differ', () => {
    expect(problemsOf([{ name: 'v' }, { name: 'w', emptyDir: {} }])).toEqual([]);
    expect(problemsOf([{ name: 'v' }, { name: 'v', emptyDir: {} }])).toEqual(['volumes[1].name: Duplicate value: "v"']);
    expect(problemsOf([{ name: '', emptyDir: {} }])).toEqual(['volumes[0].name: Required value']);
  });

  it('have exactly one source', () => {
    expect(problemsOfSource({ emptyDir: {}, hostPath: { path: '/' } })).toEqual([
      'hostPath: Forbidden: may not specify more than 1 volume type',
    ]);
  });

  it.each<[object, string]>([
    [{ configMap: {} }, 'configMap.name: Required value'],
    [{ secret: {} }, 'secret.secretName: Required value'],
    [
      { secret: { secretName: 's', defaultMode: 512 } },
      'secret.defaultMode: Invalid value: 512: must be a number between 0 and 0777 (octal), both inclusive',
    ],
    [
      { secret: { secretName: 's', items: [{ key: 'k', path: '../x' }] } },
      'secret.items[0].path: Invalid value: "../x": must not contain \'..\'',
    ],
    [
      { emptyDir: { sizeLimit: '-1' } },
      'emptyDir.sizeLimit: Forbidden: SizeLimit field must be a valid resource quantity',
    ],
    [{ hostPath: {} }, 'hostPath.path: Required value'],
    [{ hostPath: { path: '/a/../b' } }, 'hostPath.path: Invalid value: "/a/../b": must not contain \'..\''],
    [
      { hostPath: { path: '/', type: 'X' } },
      'hostPath.type: Unsupported value: "X": supported values: "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"',
    ],
    [{ persistentVolumeClaim: {} }, 'persistentVolumeClaim.claimName: Required value'],
    [
      { downwardAPI: { items: [{ path: 'x' }] } },
      'downwardAPI: Required value: one of fieldRef and resourceFieldRef is required',
    ],
    [{ projected: { sources: [{ secret: {} }] } }, 'projected.sources[0].secret.name: Required value'],
    [
      { projected: { sources: [{ serviceAccountToken: { path: 't', expirationSeconds: 599 } }] } },
      'projected.sources[0].serviceAccountToken.expirationSeconds: Invalid value: 599: may not specify a duration less than 10 minutes',
    ],
    [{ nfs: { server: 's', path: 'x' } }, 'nfs.path: Invalid value: "x": must be an absolute path'],
    [{ gitRepo: {} }, 'gitRepo.repository: Required value'],
    [
      { gcePersistentDisk: { pdName: 'x', partition: 256 } },
      'persistentDisk.partition: Invalid value: 256: must be between 1 and 255, inclusive',
    ],
    [{ awsElasticBlockStore: {} }, 'awsElasticBlockStore.volumeID: Required value'],
    [{ rbd: { image: 'x' } }, 'rbd.monitors: Required value'],
    [{ glusterfs: { path: 'x' } }, 'glusterfs.endpoints: Required value'],
    [
      { iscsi: { targetPortal: 'x', iqn: 'x' } },
      'iscsi.iqn: Invalid value: "x": must be valid format starting with iqn, eui, or naa',
    ],
    [{ fc: {} }, 'fc.targetWWNs: Required value: must specify either targetWWNs or wwids, but not both'],
    [{ flocker: {} }, 'flocker: Required value: one of datasetName and datasetUUID is required'],
    [{ cinder: {} }, 'cinder.volumeID: Required value'],
    [{ cephfs: {} }, 'cephfs.monitors: Required value'],
    [
      { quobyte: { registry: 'x', volume: 'v' } },
      'quobyte.registry: Invalid value: "x": must be a host:port pair or multiple pairs separated by commas',
    ],
    [
      { flexVolume: { driver: 'd', options: { 'x.k8s.io/y': '' } } },
      'flexVolume.options[x.k8s.io/y]: Invalid value: "x.k8s.io/y": kubernetes.io and k8s.io namespaces are reserved',
    ],
    [{ azureFile: { secretName: 's' } }, 'azureFile.shareName: Required value'],
    [
      { azureDisk: { diskName: 'd', diskURI: 'x' } },
      'azureDisk.diskURI: Unsupported value: "x": supported values: "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"',
    ],
    [{ vsphereVolume: {} }, 'vsphereVolume.volumePath: Required value'],
    [{ photonPersistentDisk: {} }, 'photonPersistentDisk.pdID: Required value'],
    [{ portworxVolume: {} }, 'portworxVolume.volumeID: Required value'],
    [{ storageos: {} }, 'storageos.volumeName: Required value'],
    [{ scaleIO: { gateway: 'g', system: 's' } }, 'scaleIO.volumeName: Required value'],
    [{ csi: { driver: 'd', nodePublishSecretRef: {} } }, 'csi.nodePublishSecretRef.name: Required value'],
    [{ ephemeral: {} }, 'ephemeral.volumeClaimTemplate: Required value'],
  ])('are refused when their source lacks something: %j', (source, problem) => {
    expect(problemsOfSource(source)).toEqual([problem]);
  });

  it.each<object>([
    { secret: { secretName: 's', defaultMode: 0o777, items: [{ key: 'k', path: 'a/b', mode: 0 }] } },
    { downwardAPI: { items: [{ path: 'x', fieldRef: { fieldPath: "metadata.labels['a']" } }] } },
    { projected: { sources: [{ configMap: { name: 'c' } }, { serviceAccountToken: { path: 't' } }] } },
    { iscsi: { targetPortal: 'x', iqn: 'iqn.2001-04.com.example:storage', lun: 1 } },
    { fc: { wwids: ['x'] } },
    { csi: { driver: 'Example.com' } },
    { quobyte: { registry: 'a:1,b:2', volume: 'v' } },
  ])('may come from many places: %j', (source) => {
    expect(problemsOfSource(source)).toEqual([]);
  });

  it('put together do not write the same file twice', () => {
    const items = [{ key: 'k', path: 'same' }];
    const sources = [{ secret: { name: 's', items } }, { configMap: { name: 'c', items } }];
    expect(problemsOfSource({ projected: { sources } })).toEqual([
      'projected: Invalid value: "c": conflicting duplicate paths',
    ]);
  });

  it('show tokens of a service account that is named', () => {
    const sources = [{ serviceAccountToken: { path: 't' } }];
    expect(problemsOf([{ name: 'v', projected: { sources } }])).toEqual([
      'volumes[0].projected.sources[0].serviceAccountToken: Forbidden: must not be specified when serviceAccountName is not set',
    ]);
  });
});

describe('claims made for a pod', () => {
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
  const ephemeral = (template: object) => ({ ephemeral: { volumeClaimTemplate: { spec, ...template } } });

  it('follow the rules of claims', () => {
    expect(problemsOfSource(ephemeral({}))).toEqual([]);
    expect(problemsOfSource(ephemeral({ spec: {} }))).toEqual([
      'ephemeral.volumeClaimTemplate.spec.accessModes: Required value: at least 1 access mode is required',
      'ephemeral.volumeClaimTemplate.spec.resources[storage]: Required value',
    ]);
  });

  it('get their names from the server', () => {
    expect(problemsOfSource(ephemeral({ metadata: { labels: { a: 'b' } } }))).toEqual([]);
    expect(problemsOfSource(ephemeral({ metadata: { name: 'x' } }))).toEqual([
      'ephemeral.volumeClaimTemplate.metadata.name: Forbidden: cannot be set for an ephemeral volume',
    ]);
  });

  it('are not volumes of their own', () => {
    const volumes = [
      { name: 'v', ...ephemeral({}) },
      { name: 'w', persistentVolumeClaim: { claimName: 'a-v' } },
    ];
    expect(problemsOf(volumes)).toEqual([
      'volumes[1].persistentVolumeClaim.claimName: Invalid value: "a-v": must not reference a PVC that gets created for an ephemeral volume',
    ]);
  });
});

describe('mounts', () => {
  const volumes = [{ name: 'v', emptyDir: {} }];
  const problemsOfMount = (mount: object, container: object = {}) =>
    problemsOf(volumes, { volumeMounts: [{ name: 'v', mountPath: '/x', ...mount }], ...container }).map((cause) =>
      cause.replace(/^containers\[0\]\./, ''),
    );

  it('are of volumes that the pod has', () => {
    expect(problemsOfMount({})).toEqual([]);
    expect(problemsOfMount({ name: 'none' })).toEqual(['volumeMounts[0].name: Not found: "none"']);
  });

  it('have a place of their own', () => {
    expect(problemsOfMount({ mountPath: '' })).toEqual(['volumeMounts[0].mountPath: Required value']);
    const mount = { name: 'v', mountPath: '/x' };
    expect(problemsOf(volumes, { volumeMounts: [mount, mount] })).toEqual([
      'containers[0].volumeMounts[1].mountPath: Invalid value: "/x": must be unique',
    ]);
  });

  it('show a part of the volume', () => {
    expect(problemsOfMount({ subPath: 'a/b' })).toEqual([]);
    expect(problemsOfMount({ subPath: '/a' })).toEqual([
      'volumeMounts.subPath: Invalid value: "/a": must be a relative path',
    ]);
    expect(problemsOfMount({ subPath: 'a', subPathExpr: 'b' })).toEqual([
      'volumeMounts[0].subPathExpr: Invalid value: "b": subPathExpr and subPath are mutually exclusive',
    ]);
  });

  it('spread to the node only with privileges', () => {
    const mountPropagation = 'Bidirectional';
    expect(problemsOfMount({ mountPropagation }, { securityContext: { privileged: true } })).toEqual([]);
    expect(problemsOfMount({ mountPropagation })).toEqual([
      'volumeMounts.mountPropagation: Forbidden: Bidirectional mount propagation is available only to privileged containers',
    ]);
    expect(problemsOfMount({ mountPropagation: 'X' })).toEqual([
      'volumeMounts.mountPropagation: Unsupported value: "X": supported values: "Bidirectional", "HostToContainer", "None"',
    ]);
  });

  it('of devices are of claims', () => {
    const device = { volumeDevices: [{ name: 'v', devicePath: '/dev/x' }] };
    expect(problemsOf([{ name: 'v', persistentVolumeClaim: { claimName: 'x' } }], device)).toEqual([]);
    expect(problemsOf(volumes, device)).toEqual([
      'containers[0].volumeDevices[0].name: Invalid value: "v": can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode',
    ]);
    expect(
      problemsOf([{ name: 'v', persistentVolumeClaim: { claimName: 'x' } }], {
        volumeDevices: [{ name: 'v', devicePath: '/../x' }],
      }),
    ).toEqual([`containers[0].volumeDevices[0].devicePath: Invalid value: "/../x": can not contain backsteps ('..')`]);
  });
});
