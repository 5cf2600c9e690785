import type { CallExpression } from 'acorn';
import type { Replacement } from './mutant.ts';

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
export function callReplacements(
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
