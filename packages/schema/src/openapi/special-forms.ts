/** The definitions of the forms that are no messages in JSON: times, quantities, free-form values. */
import type { AlternativeShape, Shape } from '../language/descriptor.ts';
import type { SchemaObject } from './document.ts';

export interface SpecialForm {
  readonly name: string;
  readonly definition: SchemaObject;
}

const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1.';
const extensions = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.';

const forms = {
  time: {
    name: `${meta}Time`,
    definition: { description: 'A moment to the second, in RFC 3339 form.', type: 'string', format: 'date-time' },
  },
  microTime: {
    name: `${meta}MicroTime`,
    definition: { description: 'A moment to the microsecond, in RFC 3339 form.', type: 'string', format: 'date-time' },
  },
  duration: {
    name: `${meta}Duration`,
    definition: { description: 'A span of time, such as 1h30m or 250ms.', type: 'string' },
  },
  quantity: {
    name: 'io.k8s.apimachinery.pkg.api.resource.Quantity',
    definition: {
      description:
        'A fixed-point number, such as 250m, 2 or 1.5Gi: digits, then nothing, a decimal suffix (n u m k M G T P E), ' +
        'a binary one (Ki Mi Gi Ti Pi Ei) or a decimal exponent (e3). Kept in its shortest exact form.',
      type: 'string',
    },
  },
  intOrString: {
    name: 'io.k8s.apimachinery.pkg.util.intstr.IntOrString',
    definition: {
      description: 'A whole number, or a string such as a percentage or the name of a port.',
      type: 'string',
      format: 'int-or-string',
    },
  },
  fieldsV1: {
    name: `${meta}FieldsV1`,
    definition: {
      description:
        'A set of fields as a tree: `f:name` is a field, `k:{...}` an item by its keys, `v:value` an item by its ' +
        'value, `i:index` an item by its place, `.` the thing itself.',
      type: 'object',
    },
  },
  rawExtension: {
    name: 'io.k8s.apimachinery.pkg.runtime.RawExtension',
    definition: { description: 'An object of any kind.', type: 'object' },
  },
  json: {
    name: `${extensions}JSON`,
    definition: { description: 'Any JSON value.' },
  },
} as const satisfies Partial<Record<Shape['kind'], SpecialForm>>;

const alternatives: Readonly<Record<AlternativeShape['or'], SpecialForm>> = {
  bool: { name: `${extensions}JSONSchemaPropsOrBool`, definition: { description: 'A schema, or a boolean.' } },
  messageList: {
    name: `${extensions}JSONSchemaPropsOrArray`,
    definition: { description: 'A schema, or a list of schemas.' },
  },
  stringList: {
    name: `${extensions}JSONSchemaPropsOrStringArray`,
    definition: { description: 'A schema, or a list of property names.' },
  },
};

export function specialForm(kind: keyof typeof forms): SpecialForm {
  return forms[kind];
}

export function alternativeForm(or: AlternativeShape['or']): SpecialForm {
  return alternatives[or];
}
