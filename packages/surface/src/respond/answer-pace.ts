/** Reports from a streamed response on how its client reads. */
export interface AnswerPace {
  /**
   * The client has to take something in before the answer goes on. `bytes`: held for it beside what is in its connection.
   * An answer that goes on and waits again says so again, and does not have to say anything in between.
   */
  waits(bytes?: number): void;
  /** There is nothing left to wait for now, though the answer is not over. */
  rests(): void;
}
