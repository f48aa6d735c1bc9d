/**
 * Decides what goes on which page of the reference: a page per kind, and a page per
 * message that several kinds use. Everything else stands on the page of its kind.
 */

/** @typedef {import('@keelson/schema').Message} Message */
/** @typedef {import('@keelson/schema').Shape} Shape */
/** @typedef {import('@keelson/schema').Resource} Resource */
/** @typedef {{ path: string, title: string, message: Message, resource?: Resource }} Page */

/** Messages a shape refers to directly. @param {Shape} shape @returns {Message[]} */
function mentioned(shape) {
  switch (shape.kind) {
    case 'message':
    case 'alternative':
      return [shape.message()];
    case 'list':
      return mentioned(shape.item);
    case 'map':
      return mentioned(shape.value);
    default:
      return [];
  }
}

/** @param {Message} message @returns {Message[]} */
export function partsOf(message) {
  return Object.values(message.fields).flatMap(({ shape }) => mentioned(shape));
}

/** All messages below one, itself excluded, in the order they are met. @param {Message} message @returns {Set<Message>} */
export function allPartsOf(message) {
  /** @type {Set<Message>} */
  const found = new Set();
  const waiting = partsOf(message);
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
    if (found.has(part)) continue;
    found.add(part);
    waiting.unshift(...partsOf(part));
  }
  return found;
}

/** @param {string} name @returns {string} */
export function shortName(name) {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** `HTTPGetAction` → `http-get-action`. @param {string} name @returns {string} */
function kebab(name) {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();
}

/** `io.k8s.api.batch.v1.Job` → `batch/v1`. @param {Message} message @returns {string} */
function folderOf({ name }) {
  return name.split('.').slice(-3, -1).join('/');
}

/**
 * @param {readonly Resource[]} resources
 * @returns {{ kinds: Page[], shared: Page[], pageOf: (message: Message) => Page | undefined }}
 */
export function planPages(resources) {
  const kinds = resources.map((resource) => {
    const { message, kind } = resource;
    return { path: `${folderOf(message)}/${kebab(kind)}.md`, title: kind, message, resource };
  });
  const kindMessages = new Set(kinds.map(({ message }) => message));
  /** @type {Map<Message, number>} */
  const uses = new Map();
  for (const message of kindMessages) for (const part of allPartsOf(message)) uses.set(part, (uses.get(part) ?? 0) + 1);
  const shared = [...uses]
    .filter(([message, count]) => count > 1 && !kindMessages.has(message))
    .map(([message]) => ({ path: `${folderOf(message)}/${kebab(shortName(message.name))}.md`, title: shortName(message.name), message }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const byMessage = new Map([...kinds, ...shared].map((page) => [page.message, page]));
  return { kinds, shared, pageOf: (message) => byMessage.get(message) };
}
