import type { AnyNode, BinaryExpression, Expression, LogicalExpression } from 'acorn';
import { callReplacements } from './call-replacements.ts';
import type { Replacement } from './mutant.ts';
import { patternReplacements } from './pattern-replacements.ts';
import type { Role } from './role.ts';

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
