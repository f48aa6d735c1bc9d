/** The state of one evaluation: the meter, and the values of the variables by their slots. */
import type { CostMeter } from '../values/cost-meter.ts';
import type { CelValue } from '../values/value.ts';

export interface EvaluationFrame {
  readonly meter: CostMeter;
  readonly slots: CelValue[];
}

export type Evaluate = (frame: EvaluationFrame) => CelValue;
