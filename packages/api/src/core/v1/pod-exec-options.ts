/** PodExecOptions: query parameters of an exec request. */
import { bool, field, kind, list, required, string, type TypeOf } from '@keelson/schema';

export const PodExecOptions = kind(
  'io.k8s.api.core.v1.PodExecOptions',
  {
    stdin: field(1, bool, { about: 'True forwards standard input; false by default.' }),
    stdout: field(2, bool, { about: 'True returns standard output.' }),
    stderr: field(3, bool, { about: 'True returns standard error.' }),
    tty: field(4, bool, { about: 'True gives the command a terminal, which merges both outputs; false by default.' }),
    container: field(5, string, { about: 'Container to run in; may be empty if there is only one.' }),
    command: required(6, list(string), { about: 'Program and arguments to run, without a shell.' }),
  },
  { about: 'Query parameters of an exec request.' },
);
export type PodExecOptions = TypeOf<typeof PodExecOptions>;
