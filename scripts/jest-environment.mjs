/**
 * The environment of all tests: Node's, which fails a file of tests during which a promise was rejected and nobody saw
 * it, also where that happened after the last test or was handled too late. Jest itself fails the test that runs at
 * that moment, if one does.
 */
import { setImmediate } from 'node:timers/promises';

import { TestEnvironment as NodeEnvironment } from 'jest-environment-node';

/** Promises that are rejected by what ends a file reject within so many turns of the event loop. */
const turns = 3;

class UnseenRejections extends NodeEnvironment {
  /** @type {unknown[]} */
  #unseen = [];
  /** @param {unknown} reason */
  #note = (reason) => void this.#unseen.push(reason);

  /** @param {{ readonly name: string }} event */
  handleTestEvent = async ({ name }) => {
    switch (name) {
      // Jest has replaced the handlers of the process by then, and puts them back before it forgets this file.
      case 'setup':
        process.on('unhandledRejection', this.#note);
        break;
      case 'run_finish':
        for (let turn = 0; turn < turns; turn += 1) await setImmediate();
        this.#failOfUnseen();
        break;
      case 'teardown':
        process.off('unhandledRejection', this.#note);
        break;
      default:
    }
  };

  #failOfUnseen() {
    const [first, ...more] = this.#unseen.splice(0);
    if (first === undefined) return;
    const others = more.length === 0 ? '' : `, and ${more.length} more`;
    throw new Error(`a promise was rejected and nobody saw it: ${wordOf(first)}${others}`);
  }
}

/** @param {unknown} reason */
function wordOf(reason) {
  return reason instanceof Object && 'stack' in reason ? String(reason.stack) : String(reason);
}

export { UnseenRejections as default };
