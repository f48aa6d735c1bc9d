/** What becomes of unknown and duplicate fields in a body: dropped, dropped with a warning, or refused. */
export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';
