/** The result of settings of feature gates: faults that keep a server from starting, warnings, and the gates that are on. */
import { knownGates, removedGates, type FeatureGate, type GateStage } from './known-gates.ts';

/** Gates that stand for all of a stage that are not named themselves. */
const stages: ReadonlyMap<string, GateStage> = new Map([
  ['AllAlpha', 'Alpha'],
  ['AllBeta', 'Beta'],
]);

export type FeatureGateSettings = ReadonlyMap<string, boolean>;

/** Returns the first fault of the settings, as clients of other servers know it. */
export function findFeatureGateFault(settings: FeatureGateSettings): string | undefined {
  for (const [name, isOn] of settings) {
    const gate = knownGates.get(name);
    if (gate === undefined && !stages.has(name)) return `unrecognized feature gate: ${name}${explainUnknown(name)}`;
    if (gate?.isLocked === true && isOn !== gate.isOn) {
      return `cannot set feature gate ${name} to ${isOn}, feature is locked to ${gate.isOn}: it is GA, and its gate is non-operational`;
    }
  }
  return undefined;
}

function explainUnknown(name: string): string {
  const { removed } = removedGates.get(name) ?? {};
  if (removed !== undefined) return `; it was removed in ${removed}, leave it out`;
  const near = [...knownGates.keys(), ...stages.keys()].find((each) => each.toLowerCase() === name.toLowerCase());
  return near === undefined ? '' : `; did you mean ${near}?`;
}

/** A gate whose stage says that it will go is warned of when it is used; so is one that changes nothing here. */
export function findFeatureGateWarnings(settings: FeatureGateSettings): string[] {
  return [...settings].flatMap(([name, isOn]) => {
    const gate = knownGates.get(name);
    return gate === undefined ? [] : warningsOf(gate, isOn);
  });
}

function warningsOf({ name, stage, operates, isOn: isOnByDefault }: FeatureGate, isOn: boolean): string[] {
  const end = 'It will be removed in a future release.';
  if (stage === 'GA') return [`Setting GA feature gate ${name}=${isOn}. ${end}`];
  const warnings = stage === 'Deprecated' ? [`Setting deprecated feature gate ${name}=${isOn}. ${end}`] : [];
  if (operates || isOn === isOnByDefault) return warnings;
  return [...warnings, `feature gate ${name}=${isOn} changes nothing here: it is non-operational`];
}

export interface FeatureGateState extends FeatureGate {
  /** As set. */
  readonly isSetOn: boolean;
}

/** All gates, in the order of their names. `controllers` are those that run; all of them where it is absent. */
export function featureGateStates(
  settings: FeatureGateSettings,
  controllers?: readonly string[],
): readonly FeatureGateState[] {
  const ofStage = new Map([...stages].map(([name, stage]) => [stage, settings.get(name)]));
  const isOnByDefault = ({ isOn, onWith }: FeatureGate): boolean =>
    isOn && (onWith === undefined || controllers === undefined || controllers.includes(onWith));
  const isSetOn = (gate: FeatureGate): boolean =>
    settings.get(gate.name) ?? ofStage.get(gate.stage) ?? isOnByDefault(gate);
  return [...knownGates.values()]
    .map((gate) => ({ ...gate, isSetOn: isSetOn(gate) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The gates that are off where these controllers run; all of them where `controllers` is absent. */
export function featureGatesOff(settings: FeatureGateSettings, controllers?: readonly string[]): ReadonlySet<string> {
  return new Set(featureGateStates(settings, controllers).flatMap(({ name, isSetOn }) => (isSetOn ? [] : [name])));
}

/** A line for each gate: its stage, its default, and whether it changes anything here. */
export function describeFeatureGates(): string[] {
  const ofStages = [...stages].map(([name, stage]) => `${name} (${stage.toUpperCase()} - default=false)`);
  const own = featureGateStates(new Map()).map(({ name, stage, isOn, isLocked, operates, onWith }) => {
    const word = isLocked ? `${stage} - locked to ${isOn}` : `${stage.toUpperCase()} - default=${isOn}`;
    const condition = onWith === undefined ? '' : ` where the controller ${onWith} runs, else false`;
    return `${name} (${word}${condition}${operates ? '' : '; non-operational'})`;
  });
  return [...ofStages, ...own];
}
