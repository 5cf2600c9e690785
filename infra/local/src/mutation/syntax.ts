import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { type AnyNode, type Node, type Program, parse } from 'acorn';

/** A file as plain JavaScript, each token where it stood in TypeScript, so that lines and columns stay true. */
export interface PlainFile {
  text: string;
  program: Program;
}

export function plainFile(path: string): PlainFile {
  return plain(readFileSync(path, 'utf8'));
}

export function plain(source: string): PlainFile {
  const text = stripTypeScriptTypes(source, { mode: 'strip' });
  return { text, program: parse(text, { ecmaVersion: 'latest', sourceType: 'module', locations: true }) };
}

/** The nodes right below, in the order of the text. */
export function childrenOf(node: AnyNode): AnyNode[] {
  // `{ a }` holds the same name twice, as key and as value, or as what is imported and what it is called here.
  if (node.type === 'Property' && node.shorthand) return [node.value];
  if (node.type === 'ImportDeclaration' || node.type === 'ExportSpecifier') return [];
  return Object.values(node)
    .flatMap((value: unknown) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter(isNode)
    .toSorted((one, other) => one.start - other.start);
}

function isNode(value: unknown): value is AnyNode {
  return typeof (value as Partial<Node> | null)?.type === 'string';
}
