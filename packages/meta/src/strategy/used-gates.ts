/** Rules behind feature gates: an object may go on using what it uses already, whatever was turned off since. */
import type { Issue, RuleGates } from '@keelson/schema';

interface RulesOf {
  readonly object: (gates: RuleGates | undefined) => Issue[];
  readonly old: (gates: RuleGates | undefined) => Issue[];
}

/**
 * Runs the rules of a changed object. Law: an update is refused for a gate that is off only if the old object keeps the
 * rules without it. Costs a second run for a refused update alone.
 */
export function keepUsedGates(gates: RuleGates | undefined, rulesOf: RulesOf): Issue[] {
  if (gates === undefined) return rulesOf.object(undefined);
  const asked = new AskedGates(gates);
  const issues = rulesOf.object(asked);
  if (issues.length === 0 || asked.off === undefined) return issues;
  const before = rulesOf.old(gates).length;
  const used = [...asked.off].filter((gate) => rulesOf.old(turnOn(gates, [gate])).length < before);
  return used.length === 0 ? issues : rulesOf.object(turnOn(gates, used));
}

/** Keeps the gates that rules asked for and that are off. */
class AskedGates implements RuleGates {
  off: Set<string> | undefined;
  readonly #gates: RuleGates;

  constructor(gates: RuleGates) {
    this.#gates = gates;
  }

  isOn(gate: string): boolean {
    const isOn = this.#gates.isOn(gate);
    if (!isOn) (this.off ??= new Set()).add(gate);
    return isOn;
  }
}

function turnOn(gates: RuleGates, on: readonly string[]): RuleGates {
  return { isOn: (gate) => on.includes(gate) || gates.isOn(gate) };
}
