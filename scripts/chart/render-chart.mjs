/**
 * Renders the chart of helm/keelson as Helm does: values over the defaults, the schema of values, the templates, and the
 * documents of YAML that come out. Helm itself is not needed for it.
 *
 * @typedef {Readonly<Record<string, unknown>>} Values
 * @typedef {{ name: string, namespace: string, values: Values, apiVersions?: readonly string[] }} Release
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { parse, parseAllDocuments } from 'yaml';

import { runNamed, runTemplate, print } from './evaluate-template.mjs';
import { parseTemplate } from './parse-template.mjs';
import { templateFunctions } from './template-functions.mjs';
import { checkValues } from './values-schema.mjs';

/**
 * The texts of the templates by their file names, notes included.
 * @param {string} folder
 * @param {Release} release
 * @returns {Promise<Map<string, string>>}
 */
export async function renderChart(folder, release) {
  const chart = await readChart(folder);
  const values = merge(chart.values, release.values);
  const issues = checkValues(chart.schema, values);
  if (issues.length > 0) throw new Error(`values do not fit the schema:\n${issues.join('\n')}`);
  const dot = dotOf(chart, release, values);
  const parsed = [...chart.templates].map(
    ([name, source]) => /** @type {const} */ ([name, parseTemplate(source, name)]),
  );
  const named = new Map(parsed.flatMap(([, { named: own }]) => [...own]));
  const functions = new Map(templateFunctions);
  const program = { functions, named };
  functions.set('include', (name, of) => runNamed(program, print(name), of));
  const shown = parsed.filter(([name]) => !name.startsWith('_'));
  return new Map(shown.map(([name, { main }]) => [name, runTemplate(program, main, dot)]));
}

/**
 * The objects of a rendered chart, each with the template that it comes from.
 * @param {ReadonlyMap<string, string>} texts
 * @returns {{ template: string, object: Record<string, unknown> }[]}
 */
export function objectsOf(texts) {
  return [...texts].flatMap(([template, text]) => {
    if (!template.endsWith('.yaml')) return [];
    return parseAllDocuments(text, { uniqueKeys: true }).flatMap((document) => {
      if (!('errors' in document)) return [];
      if (document.errors.length > 0) throw new Error(`${template}: ${document.errors[0]?.message ?? ''}\n${text}`);
      const object = document.toJS();
      return object === null ? [] : [{ template, object }];
    });
  });
}

/** @param {string} folder */
async function readChart(folder) {
  const read = (/** @type {string} */ name) => readFile(join(folder, name), 'utf8');
  const names = (await readdir(join(folder, 'templates'))).sort();
  const templates = await Promise.all(
    names.map(async (name) => /** @type {const} */ ([name, await read(join('templates', name))])),
  );
  const files = await readdir(join(folder, 'files'));
  const contents = await Promise.all(files.map((name) => read(join('files', name))));
  return {
    /** @type {Record<string, unknown>} */
    about: parse(await read('Chart.yaml')),
    /** @type {Values} */
    values: parse(await read('values.yaml')),
    /** @type {import('./values-schema.mjs').ValuesSchema} */
    schema: JSON.parse(await read('values.schema.json')),
    templates: new Map(templates),
    files: new Map(files.map((name, at) => [`files/${name}`, contents[at] ?? ''])),
  };
}

/**
 * The value of `.` at the top of each template.
 * @param {Awaited<ReturnType<typeof readChart>>} chart
 * @param {Release} release
 * @param {Values} values
 */
function dotOf({ about, files }, { name, namespace, apiVersions = [] }, values) {
  const { name: chartName, version, appVersion } = about;
  return {
    Values: values,
    Chart: { Name: chartName, Version: version, AppVersion: appVersion },
    Release: { Name: name, Namespace: namespace, Service: 'Helm' },
    Capabilities: { APIVersions: { Has: (/** @type {unknown} */ asked) => apiVersions.includes(print(asked)) } },
    Files: {
      Get: (/** @type {unknown} */ path) => {
        const text = files.get(print(path));
        if (text === undefined) throw new Error(`the chart has no file ${print(path)}`);
        return text;
      },
    },
  };
}

/**
 * Mappings are merged; everything else is replaced, and null takes a default away.
 * @param {Values} defaults
 * @param {Values} values
 * @returns {Values}
 */
function merge(defaults, values) {
  const merged = new Map(Object.entries(defaults));
  for (const [key, value] of Object.entries(values)) {
    const before = merged.get(key);
    if (value === null) merged.delete(key);
    else merged.set(key, isMapping(before) && isMapping(value) ? merge(before, value) : value);
  }
  return Object.fromEntries(merged);
}

/**
 * @param {unknown} value
 * @returns {value is Values}
 */
function isMapping(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
