/**
 * The feature gates that declarations name, as they are in release 1.24 but for those that say otherwise. Others of that release concern what this
 * server does not do, and are unknown here.
 */
export interface FeatureGate {
  readonly stage: 'Alpha' | 'Beta' | 'GA';
  readonly isOn: boolean;
  /** Cannot be turned off. */
  readonly isLocked?: boolean;
}

export const featureGates: Readonly<Record<string, FeatureGate>> = {
  CSIStorageCapacity: { stage: 'GA', isOn: true, isLocked: true },
  CronJobTimeZone: { stage: 'Alpha', isOn: false },
  // Alpha and off in 1.24. On here, as a rule that is dropped in silence is the worst answer to whoever wrote it.
  CustomResourceValidationExpressions: { stage: 'Alpha', isOn: true },
  GRPCContainerProbe: { stage: 'Beta', isOn: true },
  HPAContainerMetrics: { stage: 'Alpha', isOn: false },
  MaxUnavailableStatefulSet: { stage: 'Alpha', isOn: false },
  MinDomainsInPodTopologySpread: { stage: 'Alpha', isOn: false },
  ProcMountType: { stage: 'Alpha', isOn: false },
  RecoverVolumeExpansionFailure: { stage: 'Alpha', isOn: false },
  ServiceInternalTrafficPolicy: { stage: 'Beta', isOn: true },
  ServiceLoadBalancerClass: { stage: 'GA', isOn: true, isLocked: true },
  StatefulSetAutoDeletePVC: { stage: 'Alpha', isOn: false },
  TopologyAwareHints: { stage: 'Beta', isOn: true },
};

/** Gates that stand for all of a stage that are not named themselves. */
const stages: ReadonlyMap<string, FeatureGate['stage']> = new Map([
  ['AllAlpha', 'Alpha'],
  ['AllBeta', 'Beta'],
]);

export type FeatureGateSettings = ReadonlyMap<string, boolean>;

/** Returns the fault of the settings, as clients of other servers know it. */
export function findFeatureGateFault(settings: FeatureGateSettings): string | undefined {
  for (const [name, isOn] of settings) {
    if (stages.has(name)) continue;
    const gate = Object.hasOwn(featureGates, name) ? featureGates[name] : undefined;
    if (gate === undefined) return `unrecognized feature gate: ${name}`;
    if (gate.isLocked === true && isOn !== gate.isOn) {
      return `cannot set feature gate ${name} to ${isOn}, feature is locked to ${gate.isOn}`;
    }
  }
  return undefined;
}

/** The gates that are off. */
export function featureGatesOff(settings: FeatureGateSettings): ReadonlySet<string> {
  const ofStage = new Map([...stages].map(([name, stage]) => [stage, settings.get(name)]));
  const isOn = (name: string, gate: FeatureGate): boolean => settings.get(name) ?? ofStage.get(gate.stage) ?? gate.isOn;
  return new Set(Object.entries(featureGates).flatMap(([name, gate]) => (isOn(name, gate) ? [] : [name])));
}
