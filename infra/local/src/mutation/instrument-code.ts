import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { Script } from 'node:vm';
import { type AnyNode, type Node, type Program, parse } from 'acorn';
import { type Mutant, type Role, replacementsOf, roleOf } from './code-mutations.ts';

/** A file as plain JavaScript, each token where it stood in TypeScript, so that lines and columns stay true. */
interface PlainFile {
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
function childrenOf(node: AnyNode): AnyNode[] {
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

/** Where the script below finds what it is to run: it sees no variables of ours. */
const PLACE = Symbol.for('clearwatch.mutation.work');
/** Jest gives its tests another `globalThis` than the one scripts run in. */
const GLOBAL = new Script('globalThis').runInThisContext() as object;
const CALL = new Script('globalThis[Symbol.for("clearwatch.mutation.work")]()', {
  filename: 'interrupted.ts',
});
/** A machine that is busy with other things needs longer for the same: it is asked once more, with this much longer. */
const SECOND_TRY = 10;

/**
 * Calls it, and ends it when it does not come back within so many milliseconds: only so a regular expression is stopped
 * that has begun to go through all ways to match.
 * @throws Error what it throws, or that it was ended
 */
export function interrupted(work: () => unknown, patience: number): unknown {
  const started = process.cpuUsage();
  Object.assign(GLOBAL, { [PLACE]: work });
  try {
    return CALL.runInThisContext({ timeout: patience });
  } catch (error) {
    const isOurs = (error as { code?: string } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    const hadTheProcessor = process.cpuUsage(started).user > (patience * 1_000) / 2;
    if (!isOurs || hadTheProcessor) throw error;
    return CALL.runInThisContext({ timeout: patience * SECOND_TRY });
  }
}

/** What happened while something ran: which mutants it reached, how many rounds its loops made. */
export interface Attempt {
  reached: ReadonlySet<number>;
  rounds: number;
  /** Milliseconds. */
  took: number;
}

/** A loop is endless when it makes this many times the rounds it made before, and these besides. */
const ROUNDS_FACTOR = 20;
const SPARE_ROUNDS = 100_000;
/** And what a test may take, in milliseconds and in times of what it took before. */
const PATIENCE = 2_000;
const PATIENCE_FACTOR = 10;
const NONE = -1;

/** Which mutant is on, asked by the instrumented code at each place that has one. */
export class SwitchBoard {
  private on = NONE;
  private rounds = 0;
  private limit = Infinity;
  private reached: Set<number> | null = null;

  readonly isOn = (id: number): boolean => {
    this.reached?.add(id);
    return id === this.on;
  };

  /** @throws Error when loops turn without end */
  readonly round = (): void => {
    this.rounds += 1;
    if (this.rounds > this.limit) throw new Error('a loop has become endless');
  };

  /** Runs with no mutant on, and notes what is reached. */
  async watch(work: () => unknown): Promise<Attempt> {
    this.on = NONE;
    this.limit = Infinity;
    this.rounds = 0;
    const reached = new Set<number>();
    this.reached = reached;
    const started = performance.now();
    await work();
    this.reached = null;
    return { reached, rounds: this.rounds, took: performance.now() - started };
  }

  /** Runs with one mutant on. @returns whether it fails */
  async failsWith(mutant: number, { rounds, took }: Attempt, work: () => unknown): Promise<boolean> {
    this.on = mutant;
    this.rounds = 0;
    this.limit = rounds * ROUNDS_FACTOR + SPARE_ROUNDS;
    try {
      await interrupted(work, PATIENCE + Math.ceil(took) * PATIENCE_FACTOR);
      return false;
    } catch {
      return true;
    } finally {
      this.on = NONE;
    }
  }
}
