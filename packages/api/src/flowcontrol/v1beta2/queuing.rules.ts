/** Validates the queues of a priority level; shuffle sharding deals each flow a hand of them. */
import type { Report } from '@keelson/schema';

import type { QueuingConfiguration } from './priority-level-configuration.ts';

const maxQueues = 10_000_000;

/** Bits of a flow's hash that shuffle sharding can draw on. */
const maxHashBits = 60;

export function validateQueuing({ queues, handSize, queueLengthLimit }: QueuingConfiguration, report: Report): void {
  validatePositive('queueLengthLimit', queueLengthLimit, report);
  validatePositive('queues', queues, report);
  if (queues > maxQueues) report.invalid('queues', queues, `must not be greater than ${maxQueues}`);
  validateHand(queues, handSize, report);
}

function validateHand(queues: number, handSize: number, report: Report): void {
  if (handSize <= 0) validatePositive('handSize', handSize, report);
  else if (handSize > queues) report.invalid('handSize', handSize, `should not be greater than queues (${queues})`);
  else if (requiredBits(queues, handSize) > maxHashBits) {
    const needed = `required entropy bits of deckSize ${queues} and handSize ${handSize}`;
    report.invalid('handSize', handSize, `${needed} should not be greater than ${maxHashBits}`);
  }
}

function requiredBits(deckSize: number, handSize: number): number {
  return Math.ceil(Math.log2(deckSize) * handSize);
}

function validatePositive(path: string, value: number, report: Report): void {
  if (value <= 0) report.invalid(path, value, 'must be positive');
}
