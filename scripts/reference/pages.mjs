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
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();
}

/** `io.k8s.api.batch.v1.Job` → `batch/v1`. @param {Message} message @returns {string} */
function folderOf({ name }) {
  return name.split('.').slice(-3, -1).join('/');
}

/**
 * The messages that several pages need and that none of them can own. What is
 * reached through one page alone stands on that page, however many kinds use it.
 * @param {ReadonlySet<Message>} kinds
 * @returns {Set<Message>}
 */
function findShared(kinds) {
  const pages = new Set(kinds);
  for (;;) {
    const owners = ownersOf(pages);
    const added = [...owners].filter(
      ([message, { referrers }]) => !pages.has(message) && isTorn(referrers, owners, pages),
    );
    if (added.length === 0) break;
    for (const [message] of added) pages.add(message);
  }
  return new Set([...pages].filter((message) => !kinds.has(message)));
}

/** @typedef {{ pages: Set<Message>, referrers: Set<Message> }} Ownership */

/** For each message: the pages it is reached from without passing another, and what refers to it. @param {ReadonlySet<Message>} pages @returns {Map<Message, Ownership>} */
function ownersOf(pages) {
  /** @type {Map<Message, Ownership>} */
  const owners = new Map();
  for (const page of pages) {
    const seen = new Set([page]);
    const waiting = [page];
    for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
      for (const part of partsOf(from)) {
        const known = owners.get(part) ?? { pages: new Set(), referrers: new Set() };
        owners.set(part, known);
        known.pages.add(page);
        known.referrers.add(from);
        if (!pages.has(part) && !seen.has(part)) waiting.push(part);
        seen.add(part);
      }
    }
  }
  return owners;
}

/** Whether what refers to a message belongs to different pages. @param {Set<Message>} referrers @param {Map<Message, Ownership>} owners @param {ReadonlySet<Message>} pages */
function isTorn(referrers, owners, pages) {
  const homes = [...referrers].map((referrer) => (pages.has(referrer) ? referrer : soleOwner(owners.get(referrer))));
  return new Set(homes.filter((home) => home !== undefined)).size > 1;
}

/** @param {Ownership | undefined} ownership */
function soleOwner(ownership) {
  const [only, ...others] = ownership?.pages ?? [];
  return others.length === 0 ? only : undefined;
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
  const shared = [...findShared(kindMessages)]
    .map((message) => ({
      path: `${folderOf(message)}/${kebab(shortName(message.name))}.md`,
      title: shortName(message.name),
      message,
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const byMessage = new Map([...kinds, ...shared].map((page) => [page.message, page]));
  return { kinds, shared, pageOf: (message) => byMessage.get(message) };
}
