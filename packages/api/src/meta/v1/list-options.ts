/** ListOptions: query parameters of list, watch and deletecollection requests. */
import { bool, field, int64, kind, optional, string, type TypeOf, usually } from '@keelson/schema';

export const ListOptions = kind(
  'io.k8s.apimachinery.pkg.apis.meta.v1.ListOptions',
  {
    labelSelector: field(1, string, {
      about: 'Keeps only objects whose labels match this expression; empty keeps all.',
    }),
    fieldSelector: field(2, string, {
      about: 'Keeps only objects whose fields match this expression; empty keeps all.',
    }),
    watch: field(3, bool, { about: 'True streams changes instead of answering once with a list.' }),
    allowWatchBookmarks: field(9, bool, { about: 'True lets the server mix BOOKMARK events into a watch.' }),
    resourceVersion: field(4, string, {
      about: 'Version to start a watch from or constrain a list by; empty asks for the most recent.',
    }),
    resourceVersionMatch: field(10, usually('NotOlderThan', 'Exact'), {
      about: 'How a list applies `resourceVersion`: Exact or NotOlderThan.',
    }),
    timeoutSeconds: optional(5, int64, { about: 'Seconds after which the server ends the call, busy or not.' }),
    limit: field(7, int64, { about: 'Most items to return per page; 0 means no limit.' }),
    continue: field(8, string, { about: 'Token of the previous page, to fetch the next; it expires after a while.' }),
  },
  { about: 'Query parameters of list, watch and deletecollection requests.' },
);
export type ListOptions = TypeOf<typeof ListOptions>;
