/** Rules for where a container sees the volumes of its pod. */
import type { Report } from '@keelson/schema';

import { eachItem } from '../../rules/each-item.ts';
import { hasBacksteps, validateDescendingPath } from './local-path.rules.ts';
import type { VolumeDevice, VolumeMount } from './volume-mount.ts';
import type { VolumeSource } from './volume.ts';

/** The valid volumes of the pod, by name. */
export type VolumesByName = ReadonlyMap<string, VolumeSource>;

export interface Mounting {
  readonly volumeMounts?: readonly VolumeMount[];
  readonly volumeDevices?: readonly VolumeDevice[];
  readonly securityContext?: { readonly privileged?: boolean };
}

export function validateVolumeMounts(container: Mounting, volumes: VolumesByName, report: Report): void {
  const { volumeMounts = [], volumeDevices = [], securityContext } = container;
  const paths = new Set<string>();
  const deviceNames = new Set(volumeDevices.map(({ name }) => name));
  const devicePaths = new Set(volumeDevices.map(({ devicePath }) => devicePath));
  volumeMounts.forEach((mount, index) => {
    const { name, mountPath } = mount;
    report.within(`volumeMounts[${index}]`, () => {
      if (name === '') report.required('name');
      if (!volumes.has(name)) report.notFound('name', name);
      if (mountPath === '') report.required('mountPath');
      if (paths.has(mountPath)) report.invalid('mountPath', mountPath, 'must be unique');
      paths.add(mountPath);
      if (deviceNames.has(name)) report.invalid('name', name, 'must not already exist in volumeDevices');
      if (devicePaths.has(mountPath)) {
        report.invalid('mountPath', mountPath, 'must not already exist as a path in volumeDevices');
      }
    });
    validateSubPaths(mount, index, report);
    validatePropagation(mount, securityContext?.privileged === true, report);
  });
}

function validateSubPaths({ subPath = '', subPathExpr = '' }: VolumeMount, index: number, report: Report): void {
  // Clients know these two paths without the index.
  if (subPath !== '') validateDescendingPath(subPath, 'volumeMounts.subPath', report);
  if (subPathExpr === '') return;
  if (subPath !== '') {
    report.invalid(`volumeMounts[${index}].subPathExpr`, subPathExpr, 'subPathExpr and subPath are mutually exclusive');
  }
  validateDescendingPath(subPathExpr, 'volumeMounts.subPathExpr', report);
}

const propagations = ['Bidirectional', 'HostToContainer', 'None'];

function validatePropagation({ mountPropagation }: VolumeMount, isPrivileged: boolean, report: Report): void {
  if (mountPropagation === undefined) return;
  const path = 'volumeMounts.mountPropagation';
  if (!propagations.includes(mountPropagation)) report.notSupported(path, mountPropagation, propagations);
  if (mountPropagation === 'Bidirectional' && !isPrivileged) {
    report.forbidden(path, 'Bidirectional mount propagation is available only to privileged containers');
  }
}

export function validateVolumeDevices(container: Mounting, volumes: VolumesByName, report: Report): void {
  const { volumeMounts = [], volumeDevices = [] } = container;
  const names = new Set<string>();
  const paths = new Set<string>();
  const mountNames = new Set(volumeMounts.map(({ name }) => name));
  const mountPaths = new Set(volumeMounts.map(({ mountPath }) => mountPath));
  eachItem(report, 'volumeDevices', volumeDevices, ({ name, devicePath }) => {
    const volume = volumes.get(name);
    if (name === '') report.required('name');
    if (names.has(name)) report.invalid('name', name, 'must be unique');
    if (volume === undefined) report.notFound('name', name);
    else if (volume.persistentVolumeClaim === undefined && volume.ephemeral === undefined) {
      const detail = 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode';
      report.invalid('name', name, detail);
    }
    validateDevicePath(devicePath, paths, report);
    if (mountNames.has(name)) report.invalid('name', name, 'must not already exist in volumeMounts');
    if (mountPaths.has(devicePath)) {
      report.invalid('devicePath', devicePath, 'must not already exist as a path in volumeMounts');
    }
    if (name !== '') names.add(name);
  });
}

function validateDevicePath(path: string, paths: Set<string>, report: Report): void {
  if (path === '') report.required('devicePath');
  if (paths.has(path)) report.invalid('devicePath', path, 'must be unique');
  if (hasBacksteps(path)) report.invalid('devicePath', path, "can not contain backsteps ('..')");
  else paths.add(path);
}
