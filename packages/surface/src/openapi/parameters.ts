/** The parameters of requests, as the documents describe them. */
import type { Parameter } from './operation.ts';

function inQuery(name: string, type: Parameter['type'], about: string): Parameter {
  return { name, in: 'query', type, about };
}

export const nameInPath: Parameter = { name: 'name', in: 'path', type: 'string', about: 'Name of the object.' };
export const namespaceInPath: Parameter = {
  name: 'namespace',
  in: 'path',
  type: 'string',
  about: 'Namespace that the objects are in.',
};

export const pretty = inQuery(
  'pretty',
  'string',
  'Indents the answer, unless it is `false`. Without it, answers are indented for browsers and for command-line tools.',
);

const dryRun = inQuery(
  'dryRun',
  'string',
  'With `All`, every step is carried out but storing. There is no other value.',
);
const fieldManager = inQuery(
  'fieldManager',
  'string',
  'Who makes the change, as managedFields will tell: at most 128 printable characters. Required for apply.',
);
const fieldValidation = inQuery(
  'fieldValidation',
  'string',
  'What to do about unknown and repeated fields: Ignore drops them, Warn warns of them, Strict refuses them.',
);
const force = inQuery(
  'force',
  'boolean',
  'For apply: takes the fields that others own and that differ, rather than refusing with a conflict.',
);
const gracePeriodSeconds = inQuery(
  'gracePeriodSeconds',
  'integer',
  "Seconds until the object is removed; 0 means at once. Without it the kind's default counts.",
);
const orphanDependents = inQuery(
  'orphanDependents',
  'boolean',
  'Obsolete, use propagationPolicy: `true` leaves dependents in place.',
);
const propagationPolicy = inQuery(
  'propagationPolicy',
  'string',
  "What happens to dependents: Orphan, Background or Foreground. Without it the kind's default counts.",
);
const allowWatchBookmarks = inQuery(
  'allowWatchBookmarks',
  'boolean',
  'For watches: allows events of type BOOKMARK, which only tell how far the watch has come.',
);
const continueToken = inQuery(
  'continue',
  'string',
  'Goes on with a list where a page of it ended, as the metadata of that page said. All other parameters have to be the same.',
);
const fieldSelector = inQuery('fieldSelector', 'string', 'Selects objects by their fields.');
const labelSelector = inQuery('labelSelector', 'string', 'Selects objects by their labels.');
const limit = inQuery(
  'limit',
  'integer',
  'How many objects a page of the list holds at most. The metadata of a page that is not the last has `continue`.',
);
const resourceVersion = inQuery(
  'resourceVersion',
  'string',
  'How fresh the answer has to be; `0` for whatever is at hand, absent for the most recent. A watch begins behind it.',
);
const resourceVersionMatch = inQuery(
  'resourceVersionMatch',
  'string',
  'How a list takes resourceVersion: NotOlderThan or Exact.',
);
const timeoutSeconds = inQuery(
  'timeoutSeconds',
  'integer',
  'After so many seconds a list or a watch is ended, whatever it still does.',
);
const watch = inQuery(
  'watch',
  'boolean',
  'Watch for changes to the described resources: they are sent as they happen, as a stream of events, instead of a list.',
);

export const writeParameters: readonly Parameter[] = [dryRun, fieldManager, fieldValidation];
export const patchParameters: readonly Parameter[] = [dryRun, fieldManager, fieldValidation, force];
export const deleteParameters: readonly Parameter[] = [dryRun, gracePeriodSeconds, orphanDependents, propagationPolicy];
export const listParameters: readonly Parameter[] = [
  allowWatchBookmarks,
  continueToken,
  fieldSelector,
  labelSelector,
  limit,
  resourceVersion,
  resourceVersionMatch,
  timeoutSeconds,
  watch,
];
export const deleteCollectionParameters: readonly Parameter[] = [
  continueToken,
  dryRun,
  fieldSelector,
  gracePeriodSeconds,
  labelSelector,
  limit,
  orphanDependents,
  propagationPolicy,
  resourceVersion,
  resourceVersionMatch,
  timeoutSeconds,
];
