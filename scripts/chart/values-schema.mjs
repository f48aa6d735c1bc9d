/**
 * Checks values of the chart by its values.schema.json: the words of JSON Schema that this file uses, and no others. A
 * word that is not known here is an error, so that none is believed to be checked that is not.
 *
 * @typedef {{
 *   $schema?: string, title?: string, description?: string, type?: string | string[], enum?: unknown[], pattern?: string,
 *   minimum?: number, maximum?: number, minLength?: number, properties?: Record<string, ValuesSchema>, required?: string[],
 *   additionalProperties?: boolean | ValuesSchema, items?: ValuesSchema,
 * }} ValuesSchema
 */

/** @type {Readonly<Record<string, (schema: ValuesSchema, value: unknown, path: string) => string[]>>} */
const words = {
  $schema: () => [],
  title: () => [],
  description: () => [],
  type: ({ type = [] }, value, path) =>
    [type].flat().includes(typeOf(value)) || ([type].flat().includes('number') && typeOf(value) === 'integer')
      ? []
      : [`${path}: is ${typeOf(value)}, not ${[type].flat().join(' or ')}`],
  enum: ({ enum: allowed = [] }, value, path) =>
    allowed.includes(value) ? [] : [`${path}: is none of ${allowed.map(String).join(', ')}`],
  pattern: ({ pattern = '' }, value, path) =>
    typeof value !== 'string' || new RegExp(pattern).test(value) ? [] : [`${path}: does not match ${pattern}`],
  minimum: ({ minimum = 0 }, value, path) =>
    typeof value !== 'number' || value >= minimum ? [] : [`${path}: is less than ${minimum}`],
  maximum: ({ maximum = 0 }, value, path) =>
    typeof value !== 'number' || value <= maximum ? [] : [`${path}: is more than ${maximum}`],
  minLength: ({ minLength = 0 }, value, path) =>
    typeof value !== 'string' || value.length >= minLength ? [] : [`${path}: is too short`],
  required: ({ required = [] }, value, path) =>
    required.filter((name) => !membersOf(value).has(name)).map((name) => `${path}: has no ${name}`),
  properties: ({ properties = {} }, value, path) =>
    Object.entries(properties).flatMap(([name, schema]) => {
      const members = membersOf(value);
      return members.has(name) ? checkValues(schema, members.get(name), `${path}.${name}`) : [];
    }),
  additionalProperties: ({ additionalProperties, properties = {} }, value, path) =>
    [...membersOf(value)].flatMap(([name, each]) => {
      if (Object.hasOwn(properties, name) || additionalProperties === true) return [];
      if (typeof additionalProperties === 'object') return checkValues(additionalProperties, each, `${path}.${name}`);
      return [`${path}.${name}: is unknown`];
    }),
  items: ({ items = {} }, value, path) =>
    Array.isArray(value) ? value.flatMap((each, at) => checkValues(items, each, `${path}[${at}]`)) : [],
};

/**
 * @param {ValuesSchema} schema
 * @param {unknown} value
 * @param {string} [path]
 * @returns {string[]}
 */
export function checkValues(schema, value, path = 'values') {
  return Object.keys(schema).flatMap((word) => {
    const check = words[word];
    if (check === undefined) throw new Error(`values.schema.json: ${word} is not known here`);
    return check(schema, value, path);
  });
}

/**
 * Empty for a value that is no mapping.
 * @param {unknown} value
 * @returns {ReadonlyMap<string, unknown>}
 */
function membersOf(value) {
  return new Map(typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []);
}

/** @param {unknown} value */
function typeOf(value) {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (Number.isInteger(value)) return 'integer';
  return typeof value;
}
