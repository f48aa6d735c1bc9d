/** PodAttachOptions: query parameters of an attach request. */
import { bool, field, kind, string, type TypeOf } from '@keelson/schema';

export const PodAttachOptions = kind(
  'io.k8s.api.core.v1.PodAttachOptions',
  {
    stdin: field(1, bool, { about: 'True forwards standard input; false by default.' }),
    stdout: field(2, bool, { about: 'True returns standard output; true by default.' }),
    stderr: field(3, bool, { about: 'True returns standard error; true by default.' }),
    tty: field(4, bool, { about: 'True attaches to a terminal, which merges both outputs; false by default.' }),
    container: field(5, string, { about: 'Container to attach to; may be empty if there is only one.' }),
  },
  { about: 'Query parameters of an attach request.' },
);
export type PodAttachOptions = TypeOf<typeof PodAttachOptions>;
