/** Rules of the restricted level: current hardening practice for pods. */
import { addedCapabilities, badSeccomp } from './baseline.ts';
import type { Rule } from './baseline.ts';
import { containersNamed, containersOf, count, namesOf, quoted, setters, sorted } from './violation.ts';
import type { AnyContainer } from './violation.ts';

export const allowPrivilegeEscalation: Rule = ({ spec }) => {
  const bad = containersOf(spec).filter(({ securityContext }) => securityContext?.allowPrivilegeEscalation !== false);
  if (bad.length === 0) return undefined;
  const detail = `${containersNamed(namesOf(bad))} must set securityContext.allowPrivilegeEscalation=false`;
  return { reason: 'allowPrivilegeEscalation != false', detail };
};

export const restrictedCapabilities: Rule = ({ spec }) => {
  const keeping = containersOf(spec).filter(
    ({ securityContext }) => securityContext?.capabilities?.drop?.includes('ALL') !== true,
  );
  const added = addedCapabilities(spec, ['NET_BIND_SERVICE']);
  const details = [
    ...(keeping.length > 0
      ? [`${containersNamed(namesOf(keeping))} must set securityContext.capabilities.drop=["ALL"]`]
      : []),
    ...(added === undefined ? [] : [added]),
  ];
  return details.length === 0 ? undefined : { reason: 'unrestricted capabilities', detail: details.join('; ') };
};

const usualVolumes = [
  ...['configMap', 'csi', 'downwardAPI', 'emptyDir', 'ephemeral', 'persistentVolumeClaim', 'projected', 'secret'],
];

export const restrictedVolumes: Rule = ({ spec }) => {
  const bad = (spec.volumes ?? []).flatMap((volume) => {
    const source = Object.keys(volume).find((key) => key !== 'name') ?? 'unknown';
    return usualVolumes.includes(source) ? [] : [{ name: volume.name, source }];
  });
  if (bad.length === 0) return undefined;
  const uses = bad.length === 1 ? 'uses' : 'use';
  const types = count('restricted volume type', 'restricted volume types', sorted(bad.map(({ source }) => source)));
  return { reason: 'restricted volume types', detail: `${count('volume', 'volumes', namesOf(bad))} ${uses} ${types}` };
};

export const runAsNonRoot: Rule = ({ spec }) => {
  const own = spec.securityContext?.runAsNonRoot;
  const containers = containersOf(spec);
  const asked = ({ securityContext }: AnyContainer): boolean | undefined => securityContext?.runAsNonRoot;
  const refusing = namesOf(containers.filter((each) => asked(each) === false));
  const reason = 'runAsNonRoot != true';
  // A pod may say false where every container says true.
  const isPodBad = own === false && containers.some((each) => asked(each) === undefined);
  if (isPodBad || refusing.length > 0) {
    return { reason, detail: `${setters(isPodBad, refusing)} must not set securityContext.runAsNonRoot=false` };
  }
  const silent = own === undefined ? namesOf(containers.filter((each) => asked(each) === undefined)) : [];
  if (silent.length === 0) return undefined;
  return { reason, detail: `pod or ${containersNamed(silent)} must set securityContext.runAsNonRoot=true` };
};

export const runAsUser: Rule = ({ spec }) => {
  const isPodBad = Number(spec.securityContext?.runAsUser ?? 1) === 0;
  const bad = namesOf(containersOf(spec).filter((each) => Number(each.securityContext?.runAsUser ?? 1) === 0));
  if (!isPodBad && bad.length === 0) return undefined;
  return { reason: 'runAsUser=0', detail: `${setters(isPodBad, bad)} must not set runAsUser=0` };
};

export const restrictedSeccomp: Rule = ({ spec }) => {
  const wrong = badSeccomp(spec);
  const silent =
    spec.securityContext?.seccompProfile === undefined
      ? namesOf(containersOf(spec).filter((each) => each.securityContext?.seccompProfile === undefined))
      : [];
  const wanted = `must set securityContext.seccompProfile.type to ${quoted(['RuntimeDefault']).concat(' or ', quoted(['Localhost']))}`;
  const details = [
    ...(wrong === undefined ? [] : [wrong]),
    ...(silent.length > 0 ? [`pod or ${containersNamed(silent)} ${wanted}`] : []),
  ];
  return details.length === 0 ? undefined : { reason: 'seccompProfile', detail: details.join('; ') };
};
