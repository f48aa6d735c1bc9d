/** The options of `keelson convert`, and their validation. */
import { latestEmulated, oldestEmulated, parseEmulatedRelease } from '@keelson/api';
import type { Release } from '@keelson/schema';

import { parseOptionsOrThrow } from '../parse-options.ts';
import { UsageError } from '../terminal.ts';

export type OutputFormat = 'json' | 'yaml' | 'protobuf';
export type UnknownFieldPolicy = 'Strict' | 'Warn' | 'Ignore';

export interface ConvertOptions {
  readonly files: readonly string[];
  readonly isRecursive: boolean;
  /** The version to convert to; absent where objects keep theirs. */
  readonly outputVersion?: { readonly group: string; readonly version: string };
  /** The release for which each object moves, where it has its version no longer. */
  readonly next?: Release;
  /** Absent where each object is written as it was read. */
  readonly format?: OutputFormat;
  readonly outputDir?: string;
  readonly domain?: string;
  readonly fieldValidation: UnknownFieldPolicy;
}

export const convertHelp = `Convert objects between the versions of their kind, and between JSON, YAML and protobuf.

Usage: keelson convert -f FILE... [options]

Reads objects from files, folders or standard input and writes them to standard
output, or into a folder. The format of an input is found out from its content. A
file may hold several YAML documents or JSON values, and lists of objects. The
structure of each object is checked: types and unknown fields, not the rules that
a server applies when an object is created. Versions that are no longer served are
read and written too; where the defaults of two versions differ, those of the old
one are written out. Warnings tell what a version cannot hold and, where it replaces
another one, what you have to decide and what a server will refuse. Comments are lost.

Options:
  -f, --filename FILE            a file, a folder, or - for standard input; may be
                                 given several times, further arguments count too
  -R, --recursive                also read the folders below a folder
      --output-version VERSION   the version to convert to, such as batch/v1 or v1
                                 (default: objects keep their version)
      --next RELEASE             bring each object whose version this release has no
                                 longer into the one that replaces it, and leave all
                                 others as they are, those of unknown kinds included
                                 (${oldestEmulated} to ${latestEmulated})
  -o, --output FORMAT            json, yaml or protobuf (default: as it was read);
                                 several objects become one List in JSON
      --output-dir DIR           write a file per input into DIR, under its own name
      --field-validation HOW     what to do about unknown and duplicate fields:
                                 Strict refuses them, Warn drops them with a
                                 warning, Ignore drops them and never warns
                                 (default: Strict)
      --domain DOMAIN            the domain of the API groups (default: k8s.io)
  -h, --help                     this text

Exit codes: 0 when everything was converted, 1 when something could not be (what it
was is printed, everything else is converted), 2 when the command was not understood.

Examples:
  keelson convert -f cronjob.yaml --output-version batch/v1
  keelson convert -f old-ingress.yaml --output-version networking.k8s.io/v1
  keelson convert -f pod.pb -o yaml
  cat objects.yaml | keelson convert -f - -o json
  keelson convert -R -f manifests --next 1.26 --output-dir migrated
  keelson convert -R -f manifests --output-version policy/v1 --output-dir converted
`;

export function parseOptions(args: readonly string[]): ConvertOptions {
  const { values, positionals } = parseOrThrow(args);
  const files = [...(values.filename ?? []), ...positionals];
  if (files.length === 0) throw new UsageError('name at least one input with -f FILE (- is standard input)');
  if (files.filter((file) => file === '-').length > 1) throw new UsageError('standard input can be named only once');
  const format = values.output === undefined ? undefined : parseFormat(values.output);
  return {
    files,
    isRecursive: values.recursive ?? false,
    fieldValidation: parseFieldValidation(values['field-validation'] ?? 'Strict'),
    ...parseTarget(values['output-version'], values.next),
    ...(format !== undefined && { format }),
    ...(values['output-dir'] !== undefined && { outputDir: values['output-dir'] }),
    ...(values.domain !== undefined && { domain: values.domain }),
  };
}

function parseOrThrow(args: readonly string[]) {
  return parseOptionsOrThrow({
    args,
    allowPositionals: true,
    options: {
      filename: { type: 'string', short: 'f', multiple: true },
      recursive: { type: 'boolean', short: 'R' },
      'output-version': { type: 'string' },
      next: { type: 'string' },
      output: { type: 'string', short: 'o' },
      'output-dir': { type: 'string' },
      'field-validation': { type: 'string' },
      domain: { type: 'string' },
    },
  });
}

function parseTarget(version: string | undefined, next: string | undefined) {
  if (next === undefined) return version === undefined ? {} : { outputVersion: parseVersion(version) };
  if (version !== undefined) throw new UsageError('say --output-version or --next, not both');
  const parsed = parseEmulatedRelease(next);
  if (parsed.ok) return { next: parsed.release };
  throw new UsageError(`--next ${parsed.message}`);
}

function parseFormat(text: string): OutputFormat {
  if (text === 'json' || text === 'yaml' || text === 'protobuf') return text;
  throw new UsageError(`--output "${text}" is not one of json, yaml and protobuf`);
}

function parseFieldValidation(text: string): UnknownFieldPolicy {
  const found = (['Strict', 'Warn', 'Ignore'] as const).find((each) => each.toLowerCase() === text.toLowerCase());
  if (found !== undefined) return found;
  throw new UsageError(`--field-validation "${text}" is not one of Strict, Warn and Ignore`);
}

function parseVersion(text: string): { group: string; version: string } {
  const [first = '', second, ...rest] = text.split('/');
  if (first === '' || second === '' || rest.length > 0) {
    throw new UsageError(`--output-version "${text}" is neither VERSION nor GROUP/VERSION, such as v1 or batch/v1`);
  }
  return second === undefined ? { group: '', version: first } : { group: first, version: second };
}
