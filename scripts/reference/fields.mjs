/** The fields of a message as rows of a table. */
import { shortName } from './pages.mjs';

/** @typedef {import('@keelson/schema').Message} Message */
/** @typedef {import('@keelson/schema').Field} Field */
/** @typedef {import('@keelson/schema').Shape} Shape */
/** @typedef {(message: Message) => string} LinkTo */

/** @type {Readonly<Partial<Record<Shape['kind'], string>>>} */
const plainNames = {
  string: 'string',
  bool: 'boolean',
  int32: 'int32',
  int64: 'int64',
  double: 'double',
  bytes: 'base64',
  time: 'time',
  microTime: 'time (µs)',
  duration: 'duration',
  quantity: 'quantity',
  intOrString: 'int or string',
  fieldsV1: 'field set',
  rawExtension: 'object of any kind',
  json: 'any JSON',
};

const alternatives = { bool: 'boolean', messageList: 'list of it', stringList: 'list of strings' };

/** @param {Shape} shape @param {LinkTo} linkTo @returns {string} */
function typeName(shape, linkTo) {
  switch (shape.kind) {
    case 'list':
      return `list of ${typeName(shape.item, linkTo)}`;
    case 'map':
      return `map of ${typeName(shape.value, linkTo)}`;
    case 'message':
      return linkTo(shape.message());
    case 'alternative':
      return `${linkTo(shape.message())} or ${alternatives[shape.or]}`;
    default:
      return plainNames[shape.kind] ?? shape.kind;
  }
}

/** @param {readonly string[]} values */
function quoted(values) {
  return values.map((value) => (value === '' ? 'empty' : `\`${value}\``)).join(', ');
}

/** @param {number | undefined} limit @param {(limit: number) => string} word @returns {string[]} */
function limit(limit, word) {
  return limit === undefined ? [] : [word(limit)];
}

/** @param {import('@keelson/schema').StringShape} shape @returns {string[]} */
function textLimits({ enum: enforced, known, isClosed, minLength, maxLength, format }) {
  const values = enforced ?? (isClosed ? known : undefined);
  return [
    ...(values ? [`one of ${quoted(values)}`] : []),
    ...(known && !isClosed ? [`usually ${quoted(known)}`] : []),
    ...limit(minLength, (count) => `at least ${count} characters`),
    ...limit(maxLength, (count) => `at most ${count} characters`),
    ...(format ? [format.name] : []),
  ];
}

/** What a shape allows. @param {Shape} shape @returns {string[]} */
function limitsOf(shape) {
  switch (shape.kind) {
    case 'string':
      return textLimits(shape);
    case 'int32':
    case 'int64':
      return [
        ...limit(shape.minimum, (least) => `at least ${least}`),
        ...limit(shape.maximum, (most) => `at most ${most}`),
      ];
    case 'list':
      return [
        ...limit(shape.minItems, (count) => `at least ${count} items`),
        ...limit(shape.maxItems, (count) => `at most ${count} items`),
        ...limitsOf(shape.item).map((text) => `each ${text}`),
      ];
    case 'map':
      return [
        ...(shape.keyFormat ? [`keys: ${shape.keyFormat.name}`] : []),
        ...limitsOf(shape.value).map((text) => `each ${text}`),
      ];
    default:
      return [];
  }
}

/** How writers share a field. @param {Field} field @returns {string[]} */
function topologyOf({ listType, listMapKeys, mapType, structType, patchStrategy, patchMergeKey }) {
  return [
    ...(listType === 'map' ? [`items by ${quoted(listMapKeys ?? [])}`] : []),
    ...(listType === 'set' ? ['a set'] : []),
    ...(listType === 'atomic' || mapType === 'atomic' || structType === 'atomic' ? ['owned whole'] : []),
    ...(patchStrategy === undefined
      ? []
      : [`patched by ${patchStrategy}${patchMergeKey === undefined ? '' : ` on \`${patchMergeKey}\``}`]),
  ];
}

/** @param {Field} field @returns {string[]} */
function rulesOf(field) {
  const { notEmpty, featureGate } = field;
  return [
    ...(field.isRequired ? ['required'] : []),
    ...(notEmpty === undefined ? [] : ['not empty']),
    ...limitsOf(field.shape),
    ...(field.default === undefined
      ? []
      : [`default ${quoted([typeof field.default === 'object' ? '{}' : String(field.default)])}`]),
    ...topologyOf(field),
    ...(featureGate === undefined ? [] : [`needs feature gate ${featureGate}`]),
  ];
}

/** @param {string} text */
function cell(text) {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** @param {Message} message @param {LinkTo} linkTo @returns {string[]} */
function rows(message, linkTo) {
  return Object.entries(message.fields).flatMap(([name, field]) => {
    if (field.presence === 'inline' && field.shape.kind === 'message') return rows(field.shape.message(), linkTo);
    const rules = rulesOf(field).join('; ');
    return [`| \`${name}\` | ${typeName(field.shape, linkTo)} | ${cell(rules)} | ${cell(field.about ?? '')} |`];
  });
}

/** @param {Message} message @param {LinkTo} linkTo @returns {string[]} lines of Markdown */
export function fieldTable(message, linkTo) {
  const body = rows(message, linkTo);
  if (body.length === 0) return [`${shortName(message.name)} has no fields.`];
  return ['| Field | Type | Rules | Meaning |', '|---|---|---|---|', ...body];
}
