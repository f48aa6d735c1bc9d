import { describe, expect, it } from '@jest/globals';
import { createReport, type Issue, type RuleGates } from '@keelson/schema';

import { keepUsedGates } from './used-gates.ts';

const off: RuleGates = { isOn: () => false };

/** A list of gates that the object uses; `!` is always a fault. */
function rulesFor(uses: string) {
  return (gates: RuleGates | undefined): Issue[] => {
    const report = createReport(gates);
    for (const gate of uses.split(' ')) {
      if (gate === '!' || gates?.isOn(gate) === false) report.forbidden(gate, 'it is off');
    }
    return report.issues;
  };
}

const refused = (object: string, old: string, gates: RuleGates | undefined = off) =>
  keepUsedGates(gates, { object: rulesFor(object), old: rulesFor(old) }).map(({ path }) => path);

describe('what is behind a gate that is off', () => {
  it('is refused where it is new', () => {
    expect(refused('A', 'B')).toEqual(['A']);
    expect(refused('A B', 'B')).toEqual(['A']);
  });

  it('stays allowed on an object that uses it', () => {
    expect(refused('A', 'A')).toEqual([]);
    expect(refused('A B', 'A B')).toEqual([]);
  });

  it('is allowed while the gate is on, or where there is no server', () => {
    expect(refused('A', '', { isOn: () => true })).toEqual([]);
    expect(keepUsedGates(undefined, { object: rulesFor('A'), old: rulesFor('') })).toEqual([]);
  });

  it('hides no other fault', () => {
    expect(refused('A !', 'A !')).toEqual(['!']);
  });
});
