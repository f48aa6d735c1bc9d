/** Strategies of a PodSecurityPolicy: allowed users, groups, SELinux labels and ranges. */
import {
  bool,
  field,
  int32,
  int64,
  list,
  message,
  optional,
  required,
  string,
  type TypeOf,
  usually,
} from '@keelson/schema';

import { SELinuxOptions } from '../../core/v1/security-context.ts';

export const AllowedCSIDriver = message(
  'io.k8s.api.policy.v1beta1.AllowedCSIDriver',
  {
    name: required(1, string, { about: 'Name of the driver.' }),
  },
  { about: 'A CSI driver that inline volumes may use.' },
);
export type AllowedCSIDriver = TypeOf<typeof AllowedCSIDriver>;

export const AllowedFlexVolume = message(
  'io.k8s.api.policy.v1beta1.AllowedFlexVolume',
  {
    driver: required(1, string, { about: 'Name of the driver.' }),
  },
  { about: 'A FlexVolume driver that pods may use.' },
);
export type AllowedFlexVolume = TypeOf<typeof AllowedFlexVolume>;

export const AllowedHostPath = message(
  'io.k8s.api.policy.v1beta1.AllowedHostPath',
  {
    pathPrefix: field(1, string, { about: 'Allowed path and everything below it, compared by whole path elements.' }),
    readOnly: field(2, bool, { about: 'If true, matching host paths must be mounted read-only.' }),
  },
  { about: 'A host directory that pods may mount.' },
);
export type AllowedHostPath = TypeOf<typeof AllowedHostPath>;

export const IDRange = message(
  'io.k8s.api.policy.v1beta1.IDRange',
  {
    min: required(1, int64, { about: 'First id.' }),
    max: required(2, int64, { about: 'Last id.' }),
  },
  { about: 'A range of numeric ids, ends included.' },
);
export type IDRange = TypeOf<typeof IDRange>;

export const FSGroupStrategyOptions = message(
  'io.k8s.api.policy.v1beta1.FSGroupStrategyOptions',
  {
    rule: field(1, usually('MayRunAs', 'MustRunAs', 'RunAsAny'), { about: 'MustRunAs, MayRunAs or RunAsAny.' }),
    ranges: field(2, list(IDRange), { about: 'Allowed fsGroup ranges; needed with MustRunAs and MayRunAs.' }),
  },
  { about: 'Which fsGroup values pods may use.' },
);
export type FSGroupStrategyOptions = TypeOf<typeof FSGroupStrategyOptions>;

export const HostPortRange = message(
  'io.k8s.api.policy.v1beta1.HostPortRange',
  {
    min: required(1, int32, { about: 'First port.' }),
    max: required(2, int32, { about: 'Last port.' }),
  },
  { about: 'A range of host ports, ends included.' },
);
export type HostPortRange = TypeOf<typeof HostPortRange>;

export const RunAsGroupStrategyOptions = message(
  'io.k8s.api.policy.v1beta1.RunAsGroupStrategyOptions',
  {
    rule: required(1, usually('MayRunAs', 'MustRunAs', 'RunAsAny'), { about: 'MustRunAs, MayRunAs or RunAsAny.' }),
    ranges: field(2, list(IDRange), { about: 'Allowed group id ranges; needed with MustRunAs and MayRunAs.' }),
  },
  { about: 'Which primary group ids containers may run as.' },
);
export type RunAsGroupStrategyOptions = TypeOf<typeof RunAsGroupStrategyOptions>;

export const RunAsUserStrategyOptions = message(
  'io.k8s.api.policy.v1beta1.RunAsUserStrategyOptions',
  {
    rule: required(1, usually('MustRunAs', 'MustRunAsNonRoot', 'RunAsAny'), {
      about: 'MustRunAs, MustRunAsNonRoot or RunAsAny.',
    }),
    ranges: field(2, list(IDRange), { about: 'Allowed user id ranges; required with rule MustRunAs.' }),
  },
  { about: 'Which user ids containers may run as.' },
);
export type RunAsUserStrategyOptions = TypeOf<typeof RunAsUserStrategyOptions>;

export const RuntimeClassStrategyOptions = message(
  'io.k8s.api.policy.v1beta1.RuntimeClassStrategyOptions',
  {
    allowedRuntimeClassNames: required(1, list(string), {
      about: 'Class names pods may set; `*` alone allows all, empty allows none.',
    }),
    defaultRuntimeClassName: optional(2, string, {
      about: 'Class given to pods that name none; unset changes nothing.',
    }),
  },
  { about: 'Which runtime classes pods may use.' },
);
export type RuntimeClassStrategyOptions = TypeOf<typeof RuntimeClassStrategyOptions>;

export const SELinuxStrategyOptions = message(
  'io.k8s.api.policy.v1beta1.SELinuxStrategyOptions',
  {
    rule: required(1, usually('MustRunAs', 'RunAsAny'), { about: 'MustRunAs or RunAsAny.' }),
    seLinuxOptions: optional(2, SELinuxOptions, { about: 'Labels to require; needed with rule MustRunAs.' }),
  },
  { about: 'Which SELinux labels pods may use.' },
);
export type SELinuxStrategyOptions = TypeOf<typeof SELinuxStrategyOptions>;

export const SupplementalGroupsStrategyOptions = message(
  'io.k8s.api.policy.v1beta1.SupplementalGroupsStrategyOptions',
  {
    rule: field(1, usually('MayRunAs', 'MustRunAs', 'RunAsAny'), { about: 'MustRunAs, MayRunAs or RunAsAny.' }),
    ranges: field(2, list(IDRange), { about: 'Allowed group id ranges; needed with MustRunAs and MayRunAs.' }),
  },
  { about: 'Which supplemental groups pods may use.' },
);
export type SupplementalGroupsStrategyOptions = TypeOf<typeof SupplementalGroupsStrategyOptions>;
