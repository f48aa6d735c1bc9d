/**
 * Reads YAML as the JSON it stands for: several documents, the words of YAML 1.1
 * (`yes`, `on`), aliases and merge keys; numbers keep their text where JSON needs
 * it. What JSON cannot say (sets, binary, other tags, keys that are no strings) is
 * refused. Takes time in proportion to the text; aliases may repeat it only so often.
 */
import type { JsonValue } from '../language/json-value.ts';
import { maxNesting } from '../json/max-nesting.ts';
import { Anchors } from './anchors.ts';
import { readDocumentNode } from './block.ts';
import { codeAt, isAtDocumentMarker, isAtEnd, skipToContent } from './reader.ts';
import type { Places, Reader } from './reader.ts';
import { YamlFault, fail } from './yaml-fault.ts';

export type YamlResult =
  | { readonly ok: true; readonly documents: readonly JsonValue[] }
  | { readonly ok: false; readonly message: string; readonly line?: number };

export interface YamlOptions {
  /** Stops reading after this many documents. Documents of nothing but comments do not count. */
  readonly maxDocuments?: number;
  /** Receives the offset of every document, item and key, see `findYamlLine`. */
  readonly places?: Places;
}

export function parseYaml(text: string, options: YamlOptions = {}): YamlResult {
  const reader = startReader(text, options.places);
  try {
    return { ok: true, documents: readDocuments(reader, options.maxDocuments ?? Infinity) };
  } catch (error) {
    if (!(error instanceof YamlFault)) throw error;
    return { ok: false, message: error.message, line: lineOf(reader.text, error.offset) };
  }
}

const byteOrderMark = '\ufeff';

function startReader(text: string, places: Places | undefined): Reader {
  const start = text.startsWith(byteOrderMark) ? 1 : 0;
  return {
    text: withPlainBreaks(text),
    at: start,
    lineStart: start,
    depth: 0,
    maxDepth: maxNesting,
    anchors: new Anchors(),
    places,
  };
}

/** The text that offsets are about. */
export function withPlainBreaks(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** From 1 on. */
export function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

function readDocuments(reader: Reader, limit: number): JsonValue[] {
  const documents: JsonValue[] = [];
  while (documents.length < limit) {
    skipDirectives(reader);
    if (isAtDocumentMarker(reader)) {
      reader.at += 3;
      skipToContent(reader);
    }
    if (isAtEnd(reader)) return documents;
    if (isAtDocumentMarker(reader) || isAtDirective(reader)) continue;
    reader.anchors.clear();
    reader.places?.documents.push(reader.at);
    documents.push(readDocumentNode(reader));
    skipToContent(reader);
    if (!isAtEnd(reader) && !isAtDocumentMarker(reader)) fail('did not find expected <document start>', reader.at);
  }
  return documents;
}

const percent = 0x25;

/** Lines such as `%YAML 1.1` say nothing that would change how the text is read. */
function skipDirectives(reader: Reader): void {
  skipToContent(reader);
  while (isAtDirective(reader)) {
    const end = reader.text.indexOf('\n', reader.at);
    reader.at = end < 0 ? reader.text.length : end;
    skipToContent(reader);
  }
}

function isAtDirective(reader: Reader): boolean {
  return codeAt(reader) === percent && reader.at === reader.lineStart;
}
