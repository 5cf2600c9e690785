import type { AnyNode, AssignmentProperty, Property } from 'acorn';

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
