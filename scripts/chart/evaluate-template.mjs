/**
 * Evaluates a parsed Go template, strictly: a field of nothing, the output of nothing and a function that is unknown
 * are errors, where Go goes on with an empty text.
 *
 * @typedef {import('./parse-template.mjs').TreeNode} TreeNode
 * @typedef {import('./parse-template.mjs').Operand} Operand
 * @typedef {import('./parse-template.mjs').Pipeline} Pipeline
 * @typedef {import('./parse-template.mjs').Command} Command
 * @typedef {(...args: readonly unknown[]) => unknown} TemplateFunction
 * @typedef {{ functions: ReadonlyMap<string, TemplateFunction>, named: ReadonlyMap<string, TreeNode[]> }} Program
 * @typedef {{ program: Program, dot: unknown, scope: Scope }} Frame
 */

/** Variables of a block and of those around it. */
class Scope {
  /** @type {Map<string, unknown>} */
  #own = new Map();
  /** @type {Scope | undefined} */
  #outer;

  /** @param {Scope} [outer] */
  constructor(outer) {
    this.#outer = outer;
  }

  /**
   * @param {string} name
   * @param {unknown} value
   */
  declare(name, value) {
    this.#own.set(name, value);
  }

  /**
   * @param {string} name
   * @returns {Map<string, unknown>}
   */
  find(name) {
    if (this.#own.has(name)) return this.#own;
    if (this.#outer === undefined) throw new Error(`the variable ${name} is not declared`);
    return this.#outer.find(name);
  }
}

/**
 * @param {Program} program
 * @param {TreeNode[]} nodes
 * @param {unknown} dot
 * @returns {string}
 */
export function runTemplate(program, nodes, dot) {
  const scope = new Scope();
  scope.declare('$', dot);
  return run({ program, dot, scope }, nodes);
}

/**
 * @param {Program} program
 * @param {string} name
 * @param {unknown} dot
 */
export function runNamed(program, name, dot) {
  const nodes = program.named.get(name);
  if (nodes === undefined) throw new Error(`there is no template ${name}`);
  return runTemplate(program, nodes, dot);
}

/**
 * @param {Frame} frame
 * @param {TreeNode[]} nodes
 * @returns {string}
 */
function run(frame, nodes) {
  return nodes.map((node) => runNode(frame, node)).join('');
}

/**
 * @param {Frame} frame
 * @param {TreeNode} node
 * @returns {string}
 */
function runNode(frame, node) {
  if (node.kind === 'text') return node.text;
  try {
    switch (node.kind) {
      case 'output':
        return print(evaluate(frame, node.pipeline));
      case 'assign':
        assign(frame, node.variable, node.isNew, evaluate(frame, node.pipeline));
        return '';
      case 'if':
      case 'with':
        return runBranch(frame, node);
      case 'range':
        return runLoop(frame, node);
    }
  } catch (error) {
    // The innermost place is the one to look at.
    if (error instanceof Error && error.name === 'TemplateError') throw error;
    const located = new Error(`${node.place}: ${error instanceof Error ? error.message : String(error)}`);
    located.name = 'TemplateError';
    throw located;
  }
}

/**
 * @param {Frame} frame
 * @param {string} variable
 * @param {boolean} isNew
 * @param {unknown} value
 */
function assign(frame, variable, isNew, value) {
  if (isNew) frame.scope.declare(variable, value);
  else frame.scope.find(variable).set(variable, value);
}

/**
 * @param {Frame} frame
 * @param {import('./parse-template.mjs').Branch} node
 */
function runBranch(frame, node) {
  const scope = new Scope(frame.scope);
  const value = evaluate(frame, node.pipeline);
  if (node.variable !== undefined) scope.declare(node.variable, value);
  if (!isTrue(value)) return run({ ...frame, scope }, node.otherwise);
  return run({ ...frame, dot: node.kind === 'with' ? value : frame.dot, scope }, node.then);
}

/**
 * @param {Frame} frame
 * @param {import('./parse-template.mjs').Loop} node
 */
function runLoop(frame, node) {
  const entries = entriesOf(evaluate(frame, node.pipeline));
  if (entries.length === 0) return run({ ...frame, scope: new Scope(frame.scope) }, node.otherwise);
  const texts = entries.map(([key, value]) => {
    const scope = new Scope(frame.scope);
    const [first, second] = node.variables;
    if (second !== undefined) scope.declare(second, value);
    if (first !== undefined) scope.declare(first, second === undefined ? value : key);
    return run({ ...frame, dot: value, scope }, node.then);
  });
  return texts.join('');
}

/**
 * Those of a mapping in the order of its keys, as Go has them.
 * @param {unknown} value
 * @returns {[string | number, unknown][]}
 */
function entriesOf(value) {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.map((each, index) => [index, each]);
  if (typeof value === 'object') return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  throw new Error('range over what is neither a list nor a mapping');
}

/**
 * @param {Frame} frame
 * @param {Pipeline} pipeline
 * @returns {unknown}
 */
function evaluate(frame, pipeline) {
  /** @type {unknown[]} */
  let passed = [];
  for (const command of pipeline) passed = [call(frame, command, passed)];
  return passed[0];
}

/**
 * @param {Frame} frame
 * @param {Command} command
 * @param {readonly unknown[]} passed what the command before gave
 * @returns {unknown}
 */
function call(frame, [first, ...rest], passed) {
  if (first === undefined) throw new Error('an empty command');
  if (first.kind === 'call') return callFunction(frame, first.word, rest, passed);
  const value = valueOf(frame, first);
  const args = [...rest.map((each) => valueOf(frame, each)), ...passed];
  if (typeof value === 'function') return Reflect.apply(value, undefined, args);
  if (args.length > 0) throw new Error('what is no function has arguments');
  return value;
}

/**
 * @param {Frame} frame
 * @param {string} word
 * @param {Operand[]} operands
 * @param {readonly unknown[]} passed
 */
function callFunction(frame, word, operands, passed) {
  if (word === 'and' || word === 'or') return choose(frame, word, operands, passed);
  const apply = frame.program.functions.get(word);
  if (apply === undefined) throw new Error(`the function ${word} is unknown`);
  return apply(...operands.map((each) => valueOf(frame, each)), ...passed);
}

/**
 * The later operands are not looked at where the first ones decide.
 * @param {Frame} frame
 * @param {'and' | 'or'} word
 * @param {Operand[]} operands
 * @param {readonly unknown[]} passed
 */
function choose(frame, word, operands, passed) {
  /** @type {unknown} */
  let value;
  for (const operand of operands) {
    value = valueOf(frame, operand);
    if (isTrue(value) === (word === 'or')) return value;
  }
  return passed.length > 0 ? passed[0] : value;
}

/**
 * @param {Frame} frame
 * @param {Operand} operand
 * @returns {unknown}
 */
function valueOf(frame, operand) {
  switch (operand.kind) {
    case 'literal':
      return operand.value;
    case 'group':
      return walk(evaluate(frame, operand.pipeline), operand.fields);
    case 'call':
      return callFunction(frame, operand.word, [], []);
    case 'path': {
      const { variable, fields } = operand;
      return walk(variable === undefined ? frame.dot : frame.scope.find(variable).get(variable), fields);
    }
  }
}

/**
 * @param {unknown} from
 * @param {readonly string[]} fields
 */
function walk(from, fields) {
  /** @type {unknown} */
  let value = from;
  for (const field of fields) {
    if (typeof value !== 'object' || value === null) throw new Error(`nothing has the field ${field}`);
    value = Object.hasOwn(value, field) ? Reflect.get(value, field) : undefined;
  }
  return value;
}

/** @param {unknown} value */
export function isTrue(value) {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

/**
 * A number as Go prints one of floating point, since those of values are.
 * @param {unknown} value
 */
export function print(value) {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return isPlain(value) ? String(value) : withExponent(value);
  throw new Error(`nothing that can be printed, but ${value === undefined ? 'no value' : JSON.stringify(value)}`);
}

/** @param {number} value */
const isPlain = (value) => value === 0 || (Math.abs(value) >= 1e-4 && Math.abs(value) < 1e6);

/** @param {number} value */
const withExponent = (value) => value.toExponential().replace(/([+-])(\d)$/, '$10$2');
