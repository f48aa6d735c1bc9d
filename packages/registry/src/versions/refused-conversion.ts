/** The error of a conversion that was answered, and refused: fewer objects may fare better. */
import { ConversionError } from '../conversion-error.ts';

export class RefusedConversion extends ConversionError {}
