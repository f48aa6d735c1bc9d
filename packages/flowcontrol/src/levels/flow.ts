/** One flow: requests of one schema that have their distinguisher in common. Each has a hand of queues at its level. */
import { dealHand, flowHash } from '../queues/shuffle-sharding.ts';

/** Parameters of shuffle sharding at a level; another object where they have changed. */
export interface Dealing {
  readonly queues: number;
  readonly handSize: number;
}

const noHand: readonly number[] = [];

export class Flow {
  readonly schema: string;
  readonly distinguisher: string;
  #hand = noHand;
  #dealing: Dealing | undefined;

  constructor(schema: string, distinguisher: string) {
    this.schema = schema;
    this.distinguisher = distinguisher;
  }

  /** Dealt once. */
  handOf(dealing: Dealing | undefined): readonly number[] {
    if (dealing !== this.#dealing) {
      this.#dealing = dealing;
      this.#hand =
        dealing === undefined
          ? noHand
          : dealHand(flowHash(this.schema, this.distinguisher), dealing.queues, dealing.handSize);
    }
    return this.#hand;
  }
}
