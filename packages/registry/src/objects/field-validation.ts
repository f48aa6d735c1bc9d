/** Unknown and duplicate fields of a body are dropped, dropped with a warning, or refused. */
export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';
