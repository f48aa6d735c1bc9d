/**
 * Applies a JSON patch (RFC 6902) to a document. All of it or nothing; the document
 * itself is never changed.
 */
import { nestsDeeper, stringifyJson } from '@keelson/schema';

import { asJson, isEqual, setKey } from '../json-object.ts';
import { acceptPatch, refusePatch } from '../outcome.ts';
import type { PatchOutcome, Refusal } from '../outcome.ts';
import { findContainer, openContainer, share, startDraft } from './draft.ts';
import type { Container, Draft } from './draft.ts';
import { readOperations } from './operation.ts';
import type { JsonPatchOperation } from './operation.ts';
import { indexWithin, parsePointer, stepInto } from './pointer.ts';
import type { Pointer } from './pointer.ts';

/** Limit on the bytes that all `copy` operations add: a few of them can double a document again and again. */
export const copyLimitBytes = 3 * 1024 * 1024;

/** An error message, or undefined on success. */
type Fault = string | undefined;

interface Run {
  readonly draft: Draft;
  copiedBytes: number;
}

export function applyJsonPatch(document: unknown, patch: unknown): PatchOutcome<unknown> {
  if (nestsDeeper(patch)) return refusePatch('badRequest', 'json: exceeded max depth');
  const operations = readOperations(patch);
  if (!operations.ok) return operations;
  const run: Run = { draft: startDraft(document), copiedBytes: 0 };
  for (const operation of operations.value) {
    const fault = applyOperation(run, operation);
    if (fault !== undefined) return doesNotFit(fault);
  }
  // An operation may put one level around another; a patch has thousands of them.
  if (nestsDeeper(run.draft.root)) return doesNotFit('exceeded max depth');
  return acceptPatch(run.draft.root);
}

/** The API does not tell what did not fit. */
function doesNotFit(detail: string): Refusal {
  return { ...refusePatch('unprocessable', 'the server rejected our request due to an error in our request'), detail };
}

function applyOperation(run: Run, operation: JsonPatchOperation): Fault {
  const { op, path, from } = operation;
  if (typeof op !== 'string') return 'an operation without op';
  const apply = Object.hasOwn(byName, op) ? byName[op] : undefined;
  if (apply === undefined) return `Unexpected kind: ${op}`;
  if (typeof path !== 'string') return `${op} without path`;
  const to = parsePointer(path);
  if (to === undefined) return missingPath(op, path);
  const source = op === 'move' || op === 'copy' ? sourceOf(from) : to;
  if (source === undefined) return `${op} without from`;
  const fault = apply(run, to, { value: operation.value, from: source });
  return fault === nowhere ? missingPath(op, path) : fault;
}

function sourceOf(from: unknown): Pointer | undefined {
  return typeof from === 'string' ? parsePointer(from) : undefined;
}

/** In the words of the library that the API has its patches applied by: webhooks are told them. */
function missingPath(op: string, path: string): string {
  const quotes = op === 'add' || op === 'remove' ? '"' : '';
  const what = op === 'move' || op === 'copy' ? 'from path' : 'path';
  return `${op} operation does not apply: doc is missing ${what}: ${quotes}${path}${quotes}: missing value`;
}

interface Arguments {
  readonly value: unknown;
  readonly from: Pointer;
}

const byName: Readonly<Record<string, (run: Run, to: Pointer, args: Arguments) => Fault>> = {
  add: ({ draft }, to, { value }) => add(draft, to, value),
  remove: ({ draft }, to) => remove(draft, to),
  replace: ({ draft }, to, { value }) => replace(draft, to, value),
  test: ({ draft }, to, { value }) => test(draft, to, value),
  move: ({ draft }, to, { from }) => move(draft, from, to),
  copy: (run, to, { from }) => copy(run, from, to),
};

/** The path leads to no container. */
const nowhere = 'nowhere';

function add(draft: Draft, to: Pointer, value: unknown): Fault {
  const container = openContainer(draft, to);
  if (container === undefined) return nowhere;
  if (!Array.isArray(container)) {
    setKey(container, to.last, value);
    return undefined;
  }
  // One past the end is a place too.
  const index = to.last === '-' ? container.length : indexWithin(to.last, container.length + 1);
  if (index === undefined) return `no place ${to.last} in a list of ${container.length}`;
  container.splice(index, 0, value);
  return undefined;
}

function remove(draft: Draft, at: Pointer): Fault {
  const container = openContainer(draft, at);
  if (container === undefined) return nowhere;
  if (Array.isArray(container)) {
    const index = indexWithin(at.last, container.length);
    if (index === undefined) return `no item ${at.last} in a list of ${container.length}`;
    container.splice(index, 1);
    return undefined;
  }
  if (!Object.hasOwn(container, at.last))
    return `error in remove for path: '/${[...at.parents, at.last].join('/')}': Unable to remove nonexistent key: ${at.last}: missing value`;
  Reflect.deleteProperty(container, at.last);
  return undefined;
}

/** Of an object's key it is the same as `add`, be the key there or not. */
function replace(draft: Draft, at: Pointer, value: unknown): Fault {
  const container = openContainer(draft, at);
  if (container === undefined) return nowhere;
  if (!Array.isArray(container)) {
    setKey(container, at.last, value);
    return undefined;
  }
  const index = indexWithin(at.last, container.length);
  if (index === undefined) return `no item ${at.last} in a list of ${container.length}`;
  container[index] = value;
  return undefined;
}

/** A key that is missing equals null. */
function test(draft: Draft, at: Pointer, value: unknown): Fault {
  const container = findContainer(draft, at);
  if (container === undefined) return nowhere;
  const fault = missingItem(container, at);
  if (fault !== undefined) return fault;
  return isEqual(stepInto(container, at.last) ?? null, value)
    ? undefined
    : `testing value /${[...at.parents, at.last].join('/')} failed: test failed`;
}

function missingItem(container: Container, { last }: Pointer): Fault {
  if (!Array.isArray(container) || indexWithin(last, container.length) !== undefined) return undefined;
  return `no item ${last} in a list of ${container.length}`;
}

function move(draft: Draft, from: Pointer, to: Pointer): Fault {
  const source = findContainer(draft, from);
  if (source === undefined) return nowhere;
  const value = stepInto(source, from.last) ?? null;
  return remove(draft, from) ?? add(draft, to, value);
}

function copy(run: Run, from: Pointer, to: Pointer): Fault {
  const source = findContainer(run.draft, from);
  if (source === undefined) return nowhere;
  const fault = missingItem(source, from);
  if (fault !== undefined) return fault;
  const value = stepInto(source, from.last) ?? null;
  run.copiedBytes += Buffer.byteLength(stringifyJson(asJson(value)));
  if (run.copiedBytes > copyLimitBytes) return `copies add more than ${copyLimitBytes} bytes`;
  share(run.draft, value);
  return add(run.draft, to, value);
}
