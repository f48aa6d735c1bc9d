/**
 * Shuffle sharding: deals each flow a hand of queues, so that a flow which fills its hand shares all of it with few
 * others. The dealing is that of other servers of this API: a flow has the same queues on each replica.
 */
import { createHash } from 'node:crypto';

/** A flow is known by the name of its schema and by what distinguishes it from other flows of the schema. */
export function flowHash(schemaName: string, distinguisher: string): bigint {
  return createHash('sha256').update(`${schemaName}\u0000${distinguisher}`).digest().readBigUInt64LE(0);
}

/** Different queues, below `queues`, in the order in which they are dealt. Cost: the square of the size of the hand. */
export function dealHand(hash: bigint, queues: number, handSize: number): readonly number[] {
  const hand: number[] = [];
  let rest = hash;
  for (let dealt = 0; dealt < handSize; dealt += 1) {
    const left = BigInt(queues - dealt);
    let card = Number(rest % left);
    rest /= left;
    // A card counts those that are left in the deck: each that was dealt from below it moves it up.
    for (const before of hand.toSorted((a, b) => a - b)) {
      if (card < before) break;
      card += 1;
    }
    hand.push(card);
  }
  return hand;
}
