/** The expressions of validation rules. Called for sound schemas only. */
import type { Issue, StructuralSchema } from '@keelson/schema';

type CheckExpressions = (schema: StructuralSchema, at: string) => readonly Issue[];

export const checkRuleExpressions: CheckExpressions = () => [];
