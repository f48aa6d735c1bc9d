/** Rules of the baseline level: they prevent known privilege escalations. */
import type { Violation, PodParts } from './violation.ts';
import { containersNamed, containersOf, count, namesOf, quoted, setters, sorted } from './violation.ts';

export type Rule = (pod: PodParts) => Violation | undefined;

const appArmorPrefix = 'container.apparmor.security.beta.kubernetes.io/';

export const appArmorProfile: Rule = ({ annotations }) => {
  const bad = sorted(
    Object.entries(annotations)
      .filter(([name]) => name.startsWith(appArmorPrefix))
      .filter(([, value]) => !['', 'runtime/default'].includes(value) && !value.startsWith('localhost/'))
      .map(([name, value]) => `${name}="${value}"`),
  );
  if (bad.length === 0) return undefined;
  return { reason: `forbidden AppArmor profile${bad.length === 1 ? '' : 's'}`, detail: bad.join(', ') };
};

const usualCapabilities = [
  ...['AUDIT_WRITE', 'CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'KILL', 'MKNOD', 'NET_BIND_SERVICE', 'SETFCAP'],
  ...['SETGID', 'SETPCAP', 'SETUID', 'SYS_CHROOT'],
];

export const baselineCapabilities: Rule = ({ spec }) => {
  const added = addedCapabilities(spec, usualCapabilities);
  return added === undefined ? undefined : { reason: 'non-default capabilities', detail: added };
};

/** The message about added capabilities that are not allowed; undefined if there are none. */
export function addedCapabilities(spec: PodParts['spec'], allowed: readonly string[]): string | undefined {
  const bad = containersOf(spec)
    .map(({ name, securityContext }) => ({
      name,
      added: (securityContext?.capabilities?.add ?? []).filter((each) => !allowed.includes(each)),
    }))
    .filter(({ added }) => added.length > 0);
  if (bad.length === 0) return undefined;
  const capabilities = quoted(sorted(bad.flatMap(({ added }) => added)));
  return `${containersNamed(namesOf(bad))} must not include ${capabilities} in securityContext.capabilities.add`;
}

export const hostNamespaces: Rule = ({ spec }) => {
  const shared = (['hostNetwork', 'hostPID', 'hostIPC'] as const).filter((each) => spec[each] === true);
  return shared.length === 0
    ? undefined
    : { reason: 'host namespaces', detail: shared.map((each) => `${each}=true`).join(', ') };
};

export const hostPathVolumes: Rule = ({ spec }) => {
  const bad = namesOf((spec.volumes ?? []).filter(({ hostPath }) => hostPath !== undefined));
  return bad.length === 0 ? undefined : { reason: 'hostPath volumes', detail: count('volume', 'volumes', bad) };
};

export const hostPorts: Rule = ({ spec }) => {
  const bad = containersOf(spec)
    .map(({ name, ports }) => ({
      name,
      ports: (ports ?? []).flatMap(({ hostPort = 0 }) => (hostPort === 0 ? [] : hostPort)),
    }))
    .filter(({ ports }) => ports.length > 0);
  if (bad.length === 0) return undefined;
  const ports = sorted(bad.flatMap((each) => each.ports.map(String)));
  const uses = bad.length === 1 ? 'uses' : 'use';
  const word = ports.length === 1 ? 'hostPort' : 'hostPorts';
  return { reason: 'hostPort', detail: `${containersNamed(namesOf(bad))} ${uses} ${word} ${ports.join(', ')}` };
};

export const privileged: Rule = ({ spec }) => {
  const bad = namesOf(containersOf(spec).filter(({ securityContext }) => securityContext?.privileged === true));
  if (bad.length === 0) return undefined;
  return { reason: 'privileged', detail: `${containersNamed(bad)} must not set securityContext.privileged=true` };
};

export const procMount: Rule = ({ spec }) => {
  const bad = containersOf(spec).filter(
    ({ securityContext }) => !['Default', undefined].includes(securityContext?.procMount),
  );
  if (bad.length === 0) return undefined;
  const types = quoted(sorted(bad.map(({ securityContext }) => securityContext?.procMount ?? '')));
  return {
    reason: 'procMount',
    detail: `${containersNamed(namesOf(bad))} must not set securityContext.procMount to ${types}`,
  };
};

const usualSeLinuxTypes = [undefined, '', 'container_t', 'container_init_t', 'container_kvm_t'];

export const seLinuxOptions: Rule = ({ spec }) => {
  const isBad = (options: { type?: string; user?: string; role?: string } | undefined): boolean =>
    options !== undefined && (!usualSeLinuxTypes.includes(options.type) || isSet(options.user) || isSet(options.role));
  const own = spec.securityContext?.seLinuxOptions;
  const bad = containersOf(spec).filter(({ securityContext }) => isBad(securityContext?.seLinuxOptions));
  const all = [...(isBad(own) ? [own] : []), ...bad.map(({ securityContext }) => securityContext?.seLinuxOptions)];
  if (all.length === 0) return undefined;
  const types = sorted(all.flatMap((each) => (usualSeLinuxTypes.includes(each?.type) ? [] : (each?.type ?? []))));
  const data = [
    ...(types.length > 0 ? [count('type', 'types', types)] : []),
    ...(all.some((each) => isSet(each?.user)) ? ['user may not be set'] : []),
    ...(all.some((each) => isSet(each?.role)) ? ['role may not be set'] : []),
  ];
  const who = setters(isBad(own), namesOf(bad));
  return {
    reason: 'seLinuxOptions',
    detail: `${who} set forbidden securityContext.seLinuxOptions: ${data.join('; ')}`,
  };
};

function isSet(text: string | undefined): boolean {
  return text !== undefined && text !== '';
}

const usualProfiles = ['RuntimeDefault', 'Localhost'];

export const baselineSeccomp: Rule = ({ spec }) => {
  const found = badSeccomp(spec);
  return found === undefined ? undefined : { reason: 'seccompProfile', detail: found };
};

/** The message about seccomp profiles that are not allowed; undefined if there are none. */
export function badSeccomp(spec: PodParts['spec']): string | undefined {
  const isBad = (type: string | undefined): boolean => type !== undefined && !usualProfiles.includes(type);
  const own = spec.securityContext?.seccompProfile?.type;
  const bad = containersOf(spec).filter(({ securityContext }) => isBad(securityContext?.seccompProfile?.type));
  if (!isBad(own) && bad.length === 0) return undefined;
  const types = [
    ...(isBad(own) ? [own ?? ''] : []),
    ...bad.map((each) => each.securityContext?.seccompProfile?.type ?? ''),
  ];
  const who = setters(isBad(own), namesOf(bad));
  return `${who} must not set securityContext.seccompProfile.type to ${quoted(sorted(types))}`;
}

const safeSysctls = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
];

export const sysctls: Rule = ({ spec }) => {
  const bad = namesOf(spec.securityContext?.sysctls ?? []).filter((name) => !safeSysctls.includes(name));
  return bad.length === 0 ? undefined : { reason: 'forbidden sysctls', detail: bad.join(', ') };
};

export const windowsHostProcess: Rule = ({ spec }) => {
  const isPod = spec.securityContext?.windowsOptions?.hostProcess === true;
  const bad = containersOf(spec).filter(({ securityContext }) => securityContext?.windowsOptions?.hostProcess === true);
  if (!isPod && bad.length === 0) return undefined;
  const who = setters(isPod, namesOf(bad));
  return { reason: 'hostProcess', detail: `${who} must not set securityContext.windowsOptions.hostProcess=true` };
};
