/** `keelson schema`: writes the schemas of all kinds for other languages. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { createApiScheme } from '@keelson/api';
import { definitionsOf, jsonSchemasOf, kindsOfMessages, openapiV3, printProtoFiles } from '@keelson/schema';
import type { Definitions } from '@keelson/schema';

import { readKubeconfig } from '../client/kubeconfig.ts';
import type { Command } from '../command.ts';
import { describe } from '../convert/inputs.ts';
import { exitCode } from '../terminal.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import { fetchDefinitions } from './fetch-definitions.ts';
import { parseSchemaOptions, schemaHelp } from './options.ts';
import type { SchemaOptions } from './options.ts';

export const schemaCommand: Command = { help: schemaHelp, run: schema };

interface OutputFile {
  readonly path: string;
  readonly text: string;
}

async function schema(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const options = parseSchemaOptions(args);
  const { folder } = options.target;
  try {
    const files = await filesOf(options, terminal);
    for (const { path, text } of files) {
      const target = join(folder, path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, text);
    }
    terminal.writeOut(`${String(files.length)} files in ${folder}\n`);
    return exitCode.done;
  } catch (error) {
    terminal.writeError(`keelson schema: ${describe(error)}\n`);
    return exitCode.failed;
  }
}

async function filesOf(options: SchemaOptions, terminal: Terminal): Promise<readonly OutputFile[]> {
  const { domain, isStrict, target } = options;
  if (target.format === 'proto') return printProtoFiles(kindsIn(domain).map(({ message }) => message));
  const definitions = options.isFromServer ? await askForDefinitions(options, terminal) : ownDefinitions(domain);
  return jsonSchemasOf(definitions, { isStrict }).map((file) => ({
    path: file.path,
    text: `${JSON.stringify(file.schema, null, 2)}\n`,
  }));
}

function kindsIn(domain: string) {
  return [...createApiScheme({ domain, includeRetired: true }).kinds()];
}

function ownDefinitions(domain: string): Definitions {
  const kinds = kindsIn(domain);
  return definitionsOf(
    kinds.map(({ message }) => message),
    openapiV3,
    { kindsOf: kindsOfMessages(kinds) },
  );
}

async function askForDefinitions({ kubeconfig, context }: SchemaOptions, { env }: Terminal): Promise<Definitions> {
  return fetchDefinitions(await readKubeconfig({ path: kubeconfig, context, env }));
}
