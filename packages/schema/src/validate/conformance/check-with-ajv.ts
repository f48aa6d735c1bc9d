/** A second opinion on structural schemas, independent of our reader: it says valid or not, without the API's words. */
import { Ajv } from 'ajv';

import type { StructuralSchema } from '../../language/structural-schema.ts';
import { findFormat } from '../json-schema/formats.ts';
import { compilePattern } from '../json-schema/pattern.ts';
import { translateSchema } from './translate-schema.ts';

/** Null matches null alone where a schema is not nullable, as everywhere in the API. */
export function compileWithAjv(schema: StructuralSchema): (value: unknown) => boolean {
  const ajv = new Ajv({ strict: false, meta: false, validateSchema: false, ownProperties: true, logger: false });
  for (const keyword of ['pattern', 'format']) ajv.removeKeyword(keyword);
  ajv.addKeyword({ keyword: 'pattern', type: 'string', compile: compilePatternWord });
  ajv.addKeyword({ keyword: 'format', type: 'string', compile: (name: string) => findFormat(name) ?? (() => true) });
  const check = ajv.compile(translateSchema(schema));
  return (value) => check(value);
}

function compilePatternWord(source: string): (text: string) => boolean {
  const pattern = compilePattern(source);
  return pattern.ok ? pattern.matches : () => true;
}
