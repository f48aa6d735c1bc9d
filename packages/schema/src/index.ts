/** The declaration language and its readers. */
export type * from './language/descriptor.ts';
export * from './language/declare.ts';
export * from './language/field.ts';
export type * from './language/infer.ts';
export * from './language/lifecycle.ts';
export type * from './language/report.ts';
export * from './language/resource.ts';
export * from './language/shape.ts';
