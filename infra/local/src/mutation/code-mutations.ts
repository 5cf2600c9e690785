import type {
  AnyNode,
  AssignmentProperty,
  BinaryExpression,
  CallExpression,
  Expression,
  LogicalExpression,
  Property,
} from 'acorn';

/** One small change of the code that a test should notice. */
export interface Mutant {
  id: number;
  path: string;
  line: number;
  from: string;
  to: string;
}

/** What of a node is put in its place: program text. */
type Replacement = string;

const OTHER_METHOD = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
  ['round', 'floor'],
  ['trunc', 'ceil'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['find', 'findLast'],
  ['findLast', 'find'],
]);
/** Calls that give back something like what they are called on. */
const DROPPED = new Set([
  'filter',
  'sort',
  'toSorted',
  'reverse',
  'toReversed',
  'slice',
  'trim',
  'trimStart',
  'trimEnd',
  'padStart',
  'padEnd',
  'toLowerCase',
  'toUpperCase',
  'normalize',
  'replace',
  'replaceAll',
]);

/** Another method of the same kind, the call left out, `Math.abs(x)` as `x`. */
function callReplacements(
  call: CallExpression,
  textOf: (node: { start: number; end: number }) => string,
): Replacement[] {
  const { callee } = call;
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier')
    return [];
  const { name } = callee.property;
  const receiver = textOf(callee.object);
  const [first] = call.arguments;
  if (receiver === 'Math' && name === 'abs' && first !== undefined) return [textOf(first)];
  const other = OTHER_METHOD.get(name);
  if (other !== undefined) {
    const { start, end } = callee.property;
    return [textOf({ start: call.start, end: start }) + other + textOf({ start: end, end: call.end })];
  }
  return DROPPED.has(name) ? [receiver] : [];
}

const QUANTIFIERS: Readonly<Record<string, string>> = { '+': '*', '*': '+', '?': '' };

/** A regular expression with one anchor, quantifier, count or flag changed; those that are no expression any more left out. */
function patternReplacements({ pattern, flags }: { pattern: string; flags: string }): Replacement[] {
  const changed = [...changedPatterns(pattern)].map((text) => ({ pattern: text, flags }));
  const unflagged = ['i', 'm']
    .filter((flag) => flags.includes(flag))
    .map((flag) => ({ pattern, flags: flags.replace(flag, '') }));
  return [...changed, ...unflagged].filter(isPattern).map((each) => `/${each.pattern}/${each.flags}`);
}

function* changedPatterns(pattern: string): Generator<string> {
  let inClass = false;
  for (let at = 0; at < pattern.length; at += 1) {
    const sign = pattern[at] ?? '';
    const replaced = (by: string, length = 1): string =>
      pattern.slice(0, at) + by + pattern.slice(at + length);
    if (sign === '\\') at += 1;
    else if (inClass) inClass = sign !== ']';
    else if (sign === '[') inClass = true;
    else if (sign === '^' || sign === '$') yield replaced('');
    else if (sign === '{') {
      const counts = /^\{(\d+)(,?)(\d*)\}/.exec(pattern.slice(at));
      if (counts === null) continue;
      const [whole, least = '', comma = '', most = ''] = counts;
      yield replaced(`{${Number(least) + 1}${comma}${most === '' ? '' : Number(most) + 1}}`, whole.length);
      if (comma !== '' && most !== '') yield replaced(`{${least}${comma}${Number(most) + 1}}`, whole.length);
      at += whole.length - 1;
    } else if (sign in QUANTIFIERS && isQuantifier(pattern, at)) yield replaced(QUANTIFIERS[sign] ?? '');
  }
}

/** Not the `?` of a group's head, nor one that makes the quantifier before it lazy. */
function isQuantifier(pattern: string, at: number): boolean {
  const before = pattern[at - 1] ?? '(';
  const isEscaped = pattern[at - 2] === '\\';
  return isEscaped || !'(+*?}'.includes(before);
}

function isPattern({ pattern, flags }: { pattern: string; flags: string }): boolean {
  try {
    // An empty pattern would be a comment.
    return pattern !== '' && new RegExp(pattern, flags) instanceof RegExp;
  } catch {
    return false;
  }
}

/**
 * What a node is used for, which decides what may stand in its place.
 *
 * - `test` decides, `loop` decides on another round, `and` and `or` are operands, `not` is negated
 * - `link`: in the middle of `a?.b.c`, where nothing may be put in parentheses
 * - `fixed`: called, assigned to, a key, a module's name, a declaration of several numbers
 */
export type Role = 'value' | 'test' | 'loop' | 'and' | 'or' | 'not' | 'link' | 'fixed';

/** Longer lists of plain numbers are tables: each number changed says nothing about a rule. */
const TABLE = 8;

/** How far staff may set a parameter, and the number of a rule's version: a test could only say the number again. */
const SAID_ONCE = new Set(['min', 'max', 'ruleVersion']);

export function roleOf(child: AnyNode, parent: AnyNode, roleOfParent: Role): Role {
  switch (parent.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return child === parent.test ? 'test' : 'value';
    case 'WhileStatement':
    case 'DoWhileStatement':
      return child === parent.test ? 'loop' : 'value';
    case 'ForStatement':
      if (child === parent.update) return 'fixed';
      return child === parent.test ? 'loop' : 'value';
    case 'LogicalExpression':
      if (parent.operator === '&&') return 'and';
      return parent.operator === '||' ? 'or' : 'value';
    case 'UnaryExpression':
      return parent.operator === '!' ? 'not' : 'value';
    case 'MemberExpression':
      if (child === parent.object) return roleOfParent === 'link' || parent.optional ? 'link' : 'value';
      return parent.computed ? 'value' : 'fixed';
    case 'CallExpression':
      if (child !== parent.callee) return 'value';
      return roleOfParent === 'link' || parent.optional ? 'link' : 'fixed';
    case 'ChainExpression':
      return 'link';
    case 'NewExpression':
      return child === parent.callee ? 'fixed' : 'value';
    case 'AssignmentExpression':
      return child === parent.left ? 'fixed' : 'value';
    case 'Property':
      if (isSaidOnce(parent)) return 'fixed';
      return child === parent.key && !parent.computed ? 'fixed' : 'value';
    case 'PropertyDefinition':
    case 'MethodDefinition':
      return child === parent.key && !parent.computed ? 'fixed' : 'value';
    case 'ArrayPattern':
      // The compiler asks for a default of what it cannot know to be there.
      return 'fixed';
    case 'AssignmentPattern':
      return roleOfParent === 'fixed' ? 'fixed' : 'value';
    case 'ArrayExpression':
      return parent.elements.length >= TABLE && child.type === 'Literal' ? 'fixed' : 'value';
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'UpdateExpression':
    case 'TaggedTemplateExpression':
      return child.type === 'Literal' || child.type === 'TemplateLiteral' ? 'fixed' : 'value';
    default:
      return 'value';
  }
}

function isSaidOnce({ key, value }: Property | AssignmentProperty): boolean {
  return key.type === 'Identifier' && SAID_ONCE.has(key.name) && value.type === 'Literal';
}

type TextOf = (node: { start: number; end: number }) => string;

const BOUNDARY: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const EQUALITY = new Set(['===', '!==']);
const ARITHMETIC: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '**': '*',
  '&': '|',
  '|': '&',
  '^': '&',
  '<<': '>>',
  '>>': '<<',
  '>>>': '<<',
};
const ASSIGNMENT: Readonly<Record<string, string>> = {
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
  '??=': '=',
  '||=': '=',
  '&&=': '=',
};

/**
 * What may stand in the place of an expression. Words for people are left alone, and so is what only the compiler asks
 * for: `?.` and `??` behind an index or `.at()`.
 */
export function replacementsOf(node: AnyNode, role: Role, textOf: TextOf): Replacement[] {
  if (role === 'fixed') return [];
  if (role === 'link')
    return node.type === 'CallExpression' || node.type === 'MemberExpression' ? [] : ofKind(node, textOf);
  const own = ofKind(node, textOf);
  return [...new Set([...own, ...decisions(node, role)])];
}

/** The outcome of what decides, whatever was asked. */
function decisions(node: AnyNode, role: Role): Replacement[] {
  if (node.type === 'Literal') return [];
  if (role === 'loop') return ['false'];
  if (role === 'and') return ['true'];
  if (role === 'or') return ['false'];
  if (role === 'test') return ['true', 'false'];
  return role === 'value' && isDecision(node) ? ['true', 'false'] : [];
}

function isDecision(node: AnyNode): boolean {
  if (node.type === 'BinaryExpression') return node.operator in BOUNDARY || EQUALITY.has(node.operator);
  return (
    node.type === 'LogicalExpression' &&
    node.operator !== '??' &&
    isDecision(node.left) &&
    isDecision(node.right)
  );
}

function ofKind(node: AnyNode, textOf: TextOf): Replacement[] {
  switch (node.type) {
    case 'Literal':
      return literal(node, textOf);
    case 'BinaryExpression':
      return binary(node, textOf);
    case 'LogicalExpression':
      return node.operator === '??' ? fallback(node, textOf) : [];
    case 'UnaryExpression':
      return node.operator === '!' || node.operator === '-' ? sign(node.argument, textOf) : [];
    case 'AssignmentExpression': {
      const other = ASSIGNMENT[node.operator];
      return other === undefined || isText(node.right)
        ? []
        : [`${textOf(node.left)} ${other} (${textOf(node.right)})`];
    }
    case 'CallExpression':
      return callReplacements(node, textOf);
    case 'ChainExpression':
      return links(node.expression, textOf).map((at) => {
        const rest = textOf({ start: at + 2, end: node.end });
        return textOf({ start: node.start, end: at }) + (/^[[(]/.test(rest) ? '' : '.') + rest;
      });
    case 'ArrayExpression':
      return node.elements.length === 0 ||
        node.elements.every((element) => element !== null && isProse(element))
        ? []
        : ['[]'];
    default:
      return [];
  }
}

function literal(node: Extract<AnyNode, { type: 'Literal' }>, textOf: TextOf): Replacement[] {
  if (node.regex) return patternReplacements(node.regex);
  if (typeof node.value === 'boolean') return [String(!node.value)];
  if (typeof node.value === 'bigint') return [`(${textOf(node)} + 1n)`];
  if (typeof node.value !== 'number') return [];
  return node.value === 0 ? ['1'] : [String(node.value + 1), String(node.value - 1)];
}

function binary(node: BinaryExpression, textOf: TextOf): Replacement[] {
  const other = BOUNDARY[node.operator] ?? ARITHMETIC[node.operator];
  if (other === undefined || isText(node.left) || isText(node.right)) return [];
  return [`(${textOf(node.left)}) ${other} (${textOf(node.right)})`];
}

function fallback({ left, right }: LogicalExpression, textOf: TextOf): Replacement[] {
  return mayOnlySeemMissing(left) ? [textOf(right)] : [textOf(left), textOf(right)];
}

function sign(argument: Expression, textOf: TextOf): Replacement[] {
  return argument.type === 'Literal' ? [] : [textOf(argument)];
}

/** Where `?.` stands between what may be missing and what is asked of it. */
function links(node: AnyNode, textOf: TextOf): number[] {
  if (node.type !== 'MemberExpression' && node.type !== 'CallExpression') return [];
  const inner = node.type === 'MemberExpression' ? node.object : node.callee;
  const at = inner.end + textOf({ start: inner.end, end: node.end }).indexOf('?.');
  return [...links(inner, textOf), ...(node.optional && !mayOnlySeemMissing(inner) ? [at] : [])];
}

/** `list[0]`, `list.at(-1)`, and what is asked of them: always there, as far as the code knows and the compiler does not. */
function mayOnlySeemMissing(node: AnyNode): boolean {
  if (node.type === 'ChainExpression') return mayOnlySeemMissing(node.expression);
  if (node.type === 'MemberExpression') return node.computed || mayOnlySeemMissing(node.object);
  return (
    node.type === 'CallExpression' &&
    node.callee.type === 'MemberExpression' &&
    node.callee.property.type === 'Identifier' &&
    node.callee.property.name === 'at'
  );
}

function isText(node: AnyNode): boolean {
  if (node.type === 'TemplateLiteral') return true;
  if (node.type === 'Literal') return typeof node.value === 'string';
  if (node.type === 'ConditionalExpression') return isText(node.consequent) || isText(node.alternate);
  return (
    node.type === 'BinaryExpression' && node.operator === '+' && (isText(node.left) || isText(node.right))
  );
}

function isProse(node: AnyNode): boolean {
  return (
    node.type === 'TemplateLiteral' ||
    (node.type === 'Literal' && typeof node.value === 'string' && node.value.includes(' '))
  );
}
