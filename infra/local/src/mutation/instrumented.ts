import type { AnyNode } from 'acorn';
import type { Mutant } from './mutant.ts';
import { replacementsOf } from './replacements.ts';
import { type Role, roleOf } from './role.ts';
import { childrenOf, type PlainFile } from './syntax.ts';

/** The calls that instrumented code makes: is this mutant switched on, and one more round of a loop. */
export const IS_ON = '__isOn';
export const ROUND = '__round';

/**
 * A file with all its mutants in it, each behind a switch, so that it is compiled once: `a < b` becomes
 * `(__isOn(7) ? (a <= b) : (a < b))`. Each loop counts its rounds, so that one that has become endless is noticed
 * without a clock.
 */
export function instrumented(
  { text, program }: PlainFile,
  file: { path: string; firstId: number },
): { code: string; mutants: Mutant[] } {
  const mutants: Mutant[] = [];
  const textOf = ({ start, end }: { start: number; end: number }): string => text.slice(start, end);

  function switched(node: AnyNode, to: string): number {
    const id = file.firstId + mutants.length;
    mutants.push({ id, path: file.path, line: node.loc?.start.line ?? 0, from: textOf(node), to });
    return id;
  }

  function inner(node: AnyNode, role: Role): string {
    let at = node.start;
    let code = '';
    for (const child of childrenOf(node)) {
      code += text.slice(at, child.start) + rendered(child, roleOf(child, node, role));
      at = child.end;
    }
    return code + text.slice(at, node.end);
  }

  function rendered(node: AnyNode, role: Role): string {
    const switches = replacementsOf(node, role, textOf).map(
      (to) => `${IS_ON}(${switched(node, to)}) ? (${to}) : `,
    );
    if (isRemovable(node)) switches.push(`if (!${IS_ON}(${switched(node, '')}))`);
    const code = inner(node, role);
    const isStatement = node.type === 'ExpressionStatement';
    if (bodies.has(node) || (isStatement && switches.length > 0))
      return `{ ${bodies.has(node) ? `${ROUND}();` : ''} ${isStatement ? switches.join('') : ''} { ${code} } }`;
    return switches.length === 0 ? code : `(${switches.join('')}(${code}))`;
  }
  const bodies = loopBodies(program);

  return { code: rendered(program, 'fixed'), mutants };
}

function loopBodies(node: AnyNode, found = new Set<AnyNode>()): Set<AnyNode> {
  if (/^(For|While|DoWhile).*Statement$/.test(node.type))
    found.add((node as { body: AnyNode } & AnyNode).body);
  for (const child of childrenOf(node)) loopBodies(child, found);
  return found;
}

/** A call or an assignment for its effect; not `super()`, without which nothing is made. */
function isRemovable(node: AnyNode): boolean {
  if (node.type !== 'ExpressionStatement' || 'directive' in node) return false;
  const { expression } = node;
  return (
    expression.type !== 'Literal' &&
    !(expression.type === 'CallExpression' && expression.callee.type === 'Super')
  );
}
