/** PodLogOptions: query parameters of a log request. */
import { bool, field, int64, integer, kind, optional, string, time, type Report, type TypeOf } from '@keelson/schema';

export const PodLogOptions = kind(
  'io.k8s.api.core.v1.PodLogOptions',
  {
    container: field(1, string, { about: 'Container to read from; may be empty if there is only one.' }),
    follow: field(2, bool, { about: 'True keeps streaming new lines; false by default.' }),
    previous: field(3, bool, { about: 'True reads the log of the previous, ended run; false by default.' }),
    sinceSeconds: optional(4, int64, { about: 'Only lines of the last so many seconds; excludes `sinceTime`.' }),
    sinceTime: optional(5, time, { about: 'Only lines from this time on; excludes `sinceSeconds`.' }),
    timestamps: field(6, bool, { about: 'True starts every line with its RFC 3339 time; false by default.' }),
    tailLines: optional(7, integer('int64', { minimum: 0 }), {
      about: 'Only that many lines from the end; unset starts at the beginning.',
    }),
    limitBytes: optional(8, integer('int64', { minimum: 1 }), {
      about: 'Ends the output after about this many bytes; unset means no limit.',
    }),
    insecureSkipTLSVerifyBackend: field(9, bool, {
      about: "True skips checking the node's certificate, so the log may be forged; false by default.",
    }),
  },
  { about: 'Query parameters of a log request.', validate: validateSince },
);
export type PodLogOptions = TypeOf<typeof PodLogOptions>;

interface Since {
  readonly sinceSeconds?: number | bigint;
  readonly sinceTime?: string | null;
}

function validateSince({ sinceSeconds, sinceTime }: Since, report: Report): void {
  if (sinceSeconds === undefined) return;
  if ((sinceTime ?? undefined) !== undefined)
    report.forbidden('', 'at most one of `sinceTime` or `sinceSeconds` may be specified');
  else if (sinceSeconds < 1) report.invalid('sinceSeconds', sinceSeconds, 'must be greater than 0');
}
