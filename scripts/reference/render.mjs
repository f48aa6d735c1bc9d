/** Pages of the reference as Markdown. */
import { posix } from 'node:path';

import { groupVersion } from '@keelson/schema';

import { fieldTable } from './fields.mjs';
import { allPartsOf, planPages, shortName } from './pages.mjs';

/** @typedef {import('@keelson/schema').Message} Message */
/** @typedef {import('@keelson/schema').Resource} Resource */
/** @typedef {import('./pages.mjs').Page} Page */
/** @typedef {ReturnType<typeof planPages>['pageOf']} PageOf */

const notice = '<!-- Written by `make docs` from the declarations; do not edit. -->';

/** @param {readonly Resource[]} resources @returns {Map<string, string>} path → text */
export function renderReference(resources) {
  const { kinds, shared, pageOf } = planPages(resources);
  const pages = new Map([...kinds, ...shared].map((page) => [page.path, renderPage(page, pageOf)]));
  pages.set('README.md', renderIndex(kinds, shared));
  return pages;
}

/** @param {Page[]} kinds @param {Page[]} shared */
function renderIndex(kinds, shared) {
  /** @type {Map<string, Page[]>} */
  const byVersion = new Map();
  for (const page of kinds) {
    const version = page.resource === undefined ? '' : groupVersion(page.resource);
    byVersion.set(version, [...(byVersion.get(version) ?? []), page]);
  }
  const lines = ['# Reference', '', notice, '', 'Every kind of the API, its fields and their rules.'];
  for (const [version, pages] of byVersion) {
    lines.push('', `## ${version}`, '');
    for (const { path, title, resource } of pages)
      lines.push(`- [${title}](${path}): ${lowerFirst(resource?.about ?? '')}`);
  }
  lines.push('', '## Shared types', '');
  for (const { path, title, message } of shared)
    lines.push(`- [${title}](${path}) (${path.split('/').slice(0, 2).join('/')}): ${lowerFirst(message.about ?? '')}`);
  return `${lines.join('\n')}\n`;
}

/** @param {string} text */
function lowerFirst(text) {
  return /^[A-Z][a-z ]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** @param {Page} page @param {PageOf} pageOf */
function renderPage(page, pageOf) {
  const { message, resource, title } = page;
  /** @param {Message} target */
  const linkTo = (target) => {
    const other = pageOf(target);
    const name = shortName(target.name);
    if (other === undefined || other === page) return `[${name}](#${name.toLowerCase()})`;
    return `[${name}](${posix.relative(posix.dirname(page.path), other.path)})`;
  };
  const lines = [`# ${title}`, '', notice, '', message.about ?? '', ''];
  if (resource !== undefined) lines.push(...facts(resource), '', `## ${title}`, '');
  lines.push(...section(message, linkTo));
  for (const part of ownParts(message, pageOf)) {
    lines.push('', `## ${shortName(part.name)}`, '');
    if (part.about !== undefined) lines.push(part.about, '');
    lines.push(...section(part, linkTo));
  }
  if (resource !== undefined) lines.push(...rules(resource), ...columns(resource));
  return `${lines.join('\n').replace(/\n{3,}/g, '\n\n')}\n`;
}

/** Parts that have no page of their own. @param {Message} message @param {PageOf} pageOf */
function ownParts(message, pageOf) {
  const inline = new Set(
    [message, ...allPartsOf(message)].flatMap((each) =>
      Object.values(each.fields).flatMap(({ presence, shape }) =>
        presence === 'inline' && shape.kind === 'message' ? [shape.message()] : [],
      ),
    ),
  );
  return [...allPartsOf(message)].filter(
    (part) => part !== message && pageOf(part) === undefined && !inline.has(part) && isOwn(part, message, pageOf),
  );
}

/** Reached without passing through another page. @param {Message} part @param {Message} from @param {PageOf} pageOf */
function isOwn(part, from, pageOf) {
  const seen = new Set();
  const waiting = [from];
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    if (each === part) return true;
    if (seen.has(each) || (each !== from && pageOf(each) !== undefined)) continue;
    seen.add(each);
    for (const { shape } of Object.values(each.fields)) waiting.push(...direct(shape));
  }
  return false;
}

/** @param {import('@keelson/schema').Shape} shape @returns {Message[]} */
function direct(shape) {
  if (shape.kind === 'message' || shape.kind === 'alternative') return [shape.message()];
  if (shape.kind === 'list') return direct(shape.item);
  return shape.kind === 'map' ? direct(shape.value) : [];
}

/** @param {Message} message @param {(target: Message) => string} linkTo */
function section(message, linkTo) {
  const said = message.rules ?? [];
  return [...fieldTable(message, linkTo), ...(said.length > 0 ? ['', ...said.map((rule) => `- ${rule}`)] : [])];
}

/** @param {Resource} resource */
function facts(resource) {
  const { plural, scope, verbs, shortNames, categories, subresources, storage } = resource;
  const root = resource.group === '' ? '/api' : '/apis';
  const place = scope === 'Namespaced' ? '/namespaces/{namespace}' : '';
  const path = `${root}/${groupVersion(resource)}${place}/${plural}`;
  const names = Object.keys(subresources).sort();
  return [
    `- Served at \`${path}\``,
    `- Verbs: ${[...verbs].sort().join(', ')}`,
    ...(names.length > 0 ? [`- Subresources: ${names.join(', ')}`] : []),
    ...(shortNames.length > 0 ? [`- Short names: ${shortNames.join(', ')}`] : []),
    ...(categories.length > 0 ? [`- Categories: ${categories.join(', ')}`] : []),
    storage.kind === 'stored' ? `- Stored as ${groupVersion(storage)}` : '- Not stored',
    ...lifecycle(resource),
    `- Field selectors: ${['metadata.name', ...(scope === 'Namespaced' ? ['metadata.namespace'] : []), ...Object.keys(resource.fieldSelectors)].map((name) => `\`${name}\``).join(', ')}`,
  ];
}

/** @param {Resource} resource */
function lifecycle({ lifecycle: life }) {
  if (life === undefined) return [];
  const { introduced, deprecated, removed, replacement } = life;
  return [
    ...(introduced === undefined ? [] : [`- Introduced in ${introduced}`]),
    ...(deprecated === undefined ? [] : [`- Deprecated in ${deprecated}`]),
    ...(removed === undefined ? [] : [`- No longer served in ${removed}`]),
    ...(replacement === undefined ? [] : [`- Use ${replacement.kind} of ${groupVersion(replacement)}`]),
  ];
}

/** @param {Resource} resource */
function rules({ rules: said = [] }) {
  return said.length === 0 ? [] : ['', '## Rules', '', ...said.map((rule) => `- ${rule}`)];
}

/** @param {Resource} resource */
function columns({ columns: printed }) {
  if (printed === undefined) return [];
  const rows = printed.map(
    ({ name, type, priority = 0, about }) => `| ${name} | ${type} | ${priority === 0 ? '' : 'wide only'} | ${about} |`,
  );
  return ['', '## Columns', '', '| Column | Type | | Shows |', '|---|---|---|---|', ...rows];
}
