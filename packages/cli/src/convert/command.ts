/** `keelson convert`: reads objects, converts them, writes them, and says what could not be done. */
import { createApiScheme } from '@keelson/api';
import type { Scheme } from '@keelson/schema';

import type { Command } from '../command.ts';
import { exitCode } from '../terminal.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import { convertDocument } from './convert-document.ts';
import type { Converted } from './converted.ts';
import { splitDocuments } from './documents.ts';
import { describe, findInputs } from './inputs.ts';
import type { Input } from './inputs.ts';
import { convertHelp, parseOptions } from './options.ts';
import type { ConvertOptions, OutputFormat } from './options.ts';
import { describeWriteFault, outputPath, writeObjects, writeOutputFile } from './outputs.ts';

export const convertCommand: Command = {
  help: convertHelp,
  run: convert,
};

interface ConvertedInput {
  readonly input: Input;
  readonly format: OutputFormat;
  readonly objects: readonly Converted[];
}

async function convert(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const options = parseOptions(args);
  const complaints = new Complaints(terminal);
  const { domain } = options;
  const scheme = createApiScheme({ includeRetired: true, ...(domain !== undefined && { domain }) });
  const converted: ConvertedInput[] = [];
  for (const found of await findInputs(options.files, options.isRecursive, terminal)) {
    if (!found.ok) complaints.add(found.name, found.message);
    else converted.push(...(await convertInput(scheme, found.input, options, complaints)));
  }
  await write(converted, options, terminal, complaints);
  return complaints.isEmpty ? exitCode.done : exitCode.failed;
}

/** Nothing of an input is written when a part of it cannot be converted. */
async function convertInput(
  scheme: Scheme,
  input: Input,
  options: ConvertOptions,
  complaints: Complaints,
): Promise<ConvertedInput[]> {
  const bytes = await input.read().catch((error: unknown) => {
    complaints.add(input.name, describe(error));
  });
  if (bytes === undefined) return [];
  const split = splitDocuments(bytes);
  if (!split.ok) return complaints.add(input.name, split.message);
  if (split.documents.length === 0) return complaints.add(input.name, 'holds no object');
  const outcomes = split.documents.map((document) => convertDocument(scheme, document, options));
  const objects: Converted[] = [];
  outcomes.forEach((outcome, index) => {
    const where = outcomes.length === 1 ? input.name : `${input.name}: document ${String(index + 1)}`;
    if (outcome.ok) {
      objects.push(outcome.converted);
      for (const warning of outcome.warnings) complaints.warn(where, warning);
    } else for (const message of outcome.messages) complaints.add(where, message);
  });
  if (objects.length < outcomes.length) return [];
  return [{ input, format: options.format ?? split.format, objects }];
}

async function write(
  converted: readonly ConvertedInput[],
  { outputDir }: ConvertOptions,
  terminal: Terminal,
  complaints: Complaints,
): Promise<void> {
  if (outputDir === undefined) writeToStandardOutput(converted, terminal, complaints);
  else await writeToFolder(converted, outputDir, complaints);
}

/** One stream has one format: that of the first input, where none was asked for. */
function writeToStandardOutput(converted: readonly ConvertedInput[], terminal: Terminal, complaints: Complaints): void {
  const [first] = converted;
  if (first === undefined) return;
  const written = writeObjects(
    converted.flatMap(({ objects }) => objects),
    first.format,
  );
  if (written.ok) terminal.writeOut(written.output);
  else complaints.add('standard output', written.message);
}

async function writeToFolder(
  converted: readonly ConvertedInput[],
  outputDir: string,
  complaints: Complaints,
): Promise<void> {
  const taken = new Map<string, string>();
  for (const { input, format, objects } of converted) {
    const path = outputPath(outputDir, input.relativePath, format);
    const other = taken.get(path);
    taken.set(path, other ?? input.name);
    const written = writeObjects(objects, format);
    if (other !== undefined) complaints.add(input.name, `would be written to ${path}, where ${other} is already`);
    else if (!written.ok) complaints.add(input.name, written.message);
    else {
      await writeOutputFile(path, written.output).catch((error: unknown) =>
        complaints.add(path, describeWriteFault(error)),
      );
    }
  }
}

/** Reports errors on standard error as they come up, and remembers if there were any. */
class Complaints {
  readonly #terminal: Terminal;
  isEmpty = true;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  add(where: string, message: string): [] {
    this.isEmpty = false;
    this.#terminal.writeError(`keelson convert: ${where}: ${message}\n`);
    return [];
  }

  warn(where: string, message: string): void {
    this.#terminal.writeError(`keelson convert: warning: ${where}: ${message}\n`);
  }
}
