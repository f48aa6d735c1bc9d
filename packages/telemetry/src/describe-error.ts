/**
 * An error in words: its name, code and message, what caused it, and the errors that it
 * stands for. Other fields are left out: some libraries keep whole requests in them.
 */
import { types } from 'node:util';

const mostCauses = 8;
const mostErrors = 5;

/** Errors of other realms, such as those of Node's own modules within a test, are errors too. */
export function isError(value: unknown): value is Error {
  if (typeof value !== 'object' || value === null) return false;
  if (types.isNativeError(value)) return true;
  // Such as those of the DOM.
  const { message, stack } = value as { readonly message?: unknown; readonly stack?: unknown };
  return typeof message === 'string' && typeof stack === 'string';
}

export interface DescribeOptions {
  /** Each error is followed by its stack, a line for each frame. */
  readonly withStack: boolean;
}

export function describeError(error: Error, options: DescribeOptions): string {
  return describe(error, options, 0);
}

function describe(error: unknown, options: DescribeOptions, depth: number): string {
  if (!isError(error)) return describeOther(error);
  if (depth > mostCauses) return '…';
  const { cause, errors } = error as { readonly cause?: unknown; readonly errors?: unknown };
  const parts = [headOf(error)];
  if (options.withStack) parts.push(framesOf(error));
  if (Array.isArray(errors)) parts.push(listOf(errors, options, depth));
  if (cause !== undefined && cause !== null) {
    parts.push(`${options.withStack ? '\n' : '; '}caused by ${describe(cause, options, depth + 1)}`);
  }
  return parts.join('');
}

function headOf(error: Error): string {
  const { name, message, code } = error as { readonly [K in 'name' | 'message' | 'code']: unknown };
  const known = typeof code === 'string' || typeof code === 'number' ? ` [${String(code)}]` : '';
  const head = `${String(name)}${known}`;
  return message === '' ? head : `${head}: ${String(message)}`;
}

/** The stack without its first lines, which are name and message as they were when it was made. */
function framesOf({ stack }: Error): string {
  const frames = typeof stack === 'string' ? stack.split('\n').filter((line) => /^\s+at /.test(line)) : [];
  return frames.map((frame) => `\n${frame}`).join('');
}

/** The members of an AggregateError. */
function listOf(errors: readonly unknown[], options: DescribeOptions, depth: number): string {
  const shown = errors.slice(0, mostErrors).map((each) => describe(each, options, depth + 1));
  const left = errors.length - shown.length;
  if (left > 0) shown.push(`and ${String(left)} more`);
  return ` (${shown.join(options.withStack ? ',\n' : ', ')})`;
}

/** Anything can be thrown, and be a cause. */
function describeOther(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown;
  try {
    const text = JSON.stringify(thrown) as string | undefined;
    return text ?? String(thrown);
  } catch {
    return String(thrown);
  }
}
