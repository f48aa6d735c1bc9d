import { describe, expect, it } from '@jest/globals';

import { run } from './run.ts';
import { fakeTerminal } from './testing/fake-terminal.ts';

describe('keelson', () => {
  it('lists its commands when called without one', async () => {
    for (const args of [[], ['help'], ['--help'], ['-h']]) {
      const terminal = fakeTerminal();
      expect(await run(args, terminal)).toBe(0);
      expect(terminal.out()).toMatch(/convert +convert objects between versions and formats/);
    }
  });

  it('prints its version', async () => {
    const terminal = fakeTerminal();
    expect(await run(['version'], terminal)).toBe(0);
    expect(terminal.out()).toMatch(/^keelson \d+\.\d+\.\d+\n$/);
  });

  it('does not know every command', async () => {
    for (const args of [['conwert'], ['help', 'conwert']]) {
      const terminal = fakeTerminal();
      expect(await run(args, terminal)).toBe(2);
      expect(terminal.errors()).toBe(`keelson: there is no command "conwert"\nSee 'keelson --help'.\n`);
    }
  });
});
