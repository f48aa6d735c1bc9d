/** What an answer that is sent piece by piece tells of its client. */
export interface AnswerPace {
  /** The client has to take something in before the answer goes on. `bytes`: held for it beside what is in its connection. */
  waits(bytes?: number): void;
  goesOn(): void;
}
