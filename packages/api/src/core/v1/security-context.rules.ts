/** Validates the privileges of pods and containers. Further limits are enforced by admission (pod security). */
import { dns1123Subdomain } from '@keelson/meta';
import type { Report } from '@keelson/schema';

import { eachItem } from '../../rules/each-item.ts';
import { reportFormat } from '../../rules/report-format.ts';
import { reportUnlistedText } from '../../rules/report-unlisted.ts';
import { validateDescendingPath } from './local-path.rules.ts';
import type {
  PodSecurityContext,
  SeccompProfile,
  SecurityContext,
  Sysctl,
  WindowsSecurityContextOptions,
} from './security-context.ts';
import { validateWindowsUserName } from './windows-user-name.rules.ts';

type Id = number | bigint;

const maxId = 2 ** 31 - 1;

function validateId(id: Id | undefined, path: string, report: Report): void {
  if (id === undefined || (id >= 0 && id <= maxId)) return;
  report.invalid(path, id, `must be between 0 and ${maxId}, inclusive`);
}

export function validatePodSecurityContext(context: PodSecurityContext, report: Report): void {
  validateId(context.fsGroup, 'fsGroup', report);
  validateId(context.runAsUser, 'runAsUser', report);
  validateId(context.runAsGroup, 'runAsGroup', report);
  eachItem(report, 'supplementalGroups', context.supplementalGroups, (group) => validateId(group, '', report));
}

/** Runs after the check of `shareProcessNamespace`, to keep the order of findings that clients know. */
export function validatePodProfiles(context: PodSecurityContext, report: Report): void {
  validateSysctls(context.sysctls, report);
  const { fsGroupChangePolicy } = context;
  if (fsGroupChangePolicy !== undefined && !groupPolicies.includes(fsGroupChangePolicy)) {
    report.notSupported('fsGroupChangePolicy', fsGroupChangePolicy, groupPolicies);
  }
  validateSeccomp(context.seccompProfile, report);
  validateWindowsOptions(context.windowsOptions, report);
}

const groupPolicies = ['Always', 'OnRootMismatch'];

export function validateSecurityContext(context: SecurityContext, report: Report): void {
  validateId(context.runAsUser, 'runAsUser', report);
  validateId(context.runAsGroup, 'runAsGroup', report);
  const { procMount, allowPrivilegeEscalation } = context;
  if (procMount !== undefined && !procMounts.includes(procMount)) {
    report.notSupported('procMount', procMount, procMounts);
  }
  validateSeccomp(context.seccompProfile, report);
  if (allowPrivilegeEscalation === false) validateNoEscalation(context, report);
  validateWindowsOptions(context.windowsOptions, report);
}

const procMounts = ['Default', 'Unmasked'];

/** A privileged container can always escalate, so that to forbid it is a contradiction. */
function validateNoEscalation(context: SecurityContext, report: Report): void {
  const claim = 'cannot set `allowPrivilegeEscalation` to false and';
  if (context.privileged === true) report.invalid('', context, `${claim} \`privileged\` to true`);
  if (context.capabilities?.add?.includes('CAP_SYS_ADMIN') === true) {
    report.invalid('', context, `${claim} \`capabilities.Add\` CAP_SYS_ADMIN`);
  }
}

const profileTypes = ['Localhost', 'RuntimeDefault', 'Unconfined'];

function validateSeccomp(profile: SeccompProfile | undefined, report: Report): void {
  if (profile === undefined) return;
  const { type, localhostProfile } = profile;
  report.within('seccompProfile', () => {
    if (type === '') report.required('type', 'type is required when seccompProfile is set');
    reportUnlistedText(report, 'type', type, profileTypes);
    if (type === 'Localhost') {
      if (localhostProfile === undefined) {
        report.required('localhostProfile', 'must be set when seccomp type is Localhost');
      } else {
        validateDescendingPath(localhostProfile, 'localhostProfile', report);
      }
    } else if (localhostProfile !== undefined) {
      report.invalid('localhostProfile', profile, 'can only be set when seccomp type is Localhost');
    }
  });
}

const sysctlSegment = '[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const sysctlPattern = String.raw`^(${sysctlSegment}[\./])*${sysctlSegment}$`;
const sysctlExpression = new RegExp(sysctlPattern);
const maxSysctlLength = 253;

function validateSysctls(sysctls: readonly Sysctl[] | undefined, report: Report): void {
  const names = new Set<string>();
  eachItem(report, 'sysctls', sysctls, ({ name }) => {
    if (name === '') report.required('name');
    else if (name.length > maxSysctlLength || !sysctlExpression.test(name)) {
      report.invalid('name', name, `must have at most ${maxSysctlLength} characters and match regex ${sysctlPattern}`);
    } else if (names.has(name)) report.duplicate('name', name);
    names.add(name);
  });
}

const maxCredentialSpecKib = 64;

function validateWindowsOptions(options: WindowsSecurityContextOptions | undefined, report: Report): void {
  if (options === undefined) return;
  const { gmsaCredentialSpecName, gmsaCredentialSpec, runAsUserName } = options;
  report.within('windowsOptions', () => {
    if (gmsaCredentialSpecName !== undefined) {
      reportFormat(report, 'gmsaCredentialSpecName', gmsaCredentialSpecName, dns1123Subdomain);
    }
    if (gmsaCredentialSpec === '') {
      report.invalid('gmsaCredentialSpec', '', 'gmsaCredentialSpec cannot be an empty string');
    } else if (Buffer.byteLength(gmsaCredentialSpec ?? '') > maxCredentialSpecKib * 1024) {
      const detail = `gmsaCredentialSpec size must be under ${maxCredentialSpecKib} KiB`;
      report.invalid('gmsaCredentialSpec', gmsaCredentialSpec, detail);
    }
    if (runAsUserName !== undefined) validateWindowsUserName(runAsUserName, 'runAsUserName', report);
  });
}
