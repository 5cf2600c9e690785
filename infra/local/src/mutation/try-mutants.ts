import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { transformSync } from '@swc/core';
import { expect } from 'expect';
import * as fc from 'fast-check';
import type { Mutant } from './code-mutations.ts';
import { type Attempt, IS_ON, instrumented, plainFile, ROUND, SwitchBoard } from './instrument-code.ts';

/** What a spec file declares, in a form that can be run one test at a time, and again and again. */
interface SpecTest {
  name: string;
  run: () => Promise<void>;
}

type Body = (...row: never[]) => unknown;
interface Declare {
  (name: string, body: Body): void;
  each: (...table: unknown[]) => (name: string, body: Body) => void;
}

/** Jest's names as a spec uses them, and where the tests go that it declares. */
function collectTests(): { tests: SpecTest[]; names: Record<string, unknown> } {
  const tests: SpecTest[] = [];
  const path: string[] = [];
  const before: Body[][] = [[]];
  const after: Body[][] = [[]];

  const describe = eachToo((name, body) => {
    path.push(name);
    before.push([]);
    after.push([]);
    body();
    path.pop();
    before.pop();
    after.pop();
  });
  const test = eachToo((name, body) => {
    const first = before.flat();
    const last = after.flat();
    tests.push({
      name: [...path, name].join(' › '),
      run: async () => {
        for (const step of [...first, body]) await step();
        for (const step of last) await step();
      },
    });
  });
  const beforeEach = (body: Body): void => void before.at(-1)?.push(body);
  const afterEach = (body: Body): void => void after.at(-1)?.push(body);
  return { tests, names: { describe, test, it: test, beforeEach, afterEach } };
}

function eachToo(declare: (name: string, body: Body) => void): Declare {
  const each =
    (...[table, ...values]: unknown[]) =>
    (name: string, body: Body): void =>
      rowsOf(table, values).forEach((row, at) => {
        declare(`${name} [${at}]`, () => body(...(row as never[])));
      });
  return Object.assign(declare, { each });
}

function rowsOf(table: unknown, values: unknown[]): unknown[][] {
  if (!Array.isArray(table)) throw new Error('test.each takes a list');
  if ('raw' in table)
    throw new Error(`a table written as a template is not understood (${values.length} values)`);
  return table.map((row: unknown) => (Array.isArray(row) ? row : [row]));
}

type Exports = Record<string, unknown>;
type Wrapped = (exports: Exports, require: (name: string) => unknown, names: Record<string, unknown>) => void;

interface Compiled {
  start: Wrapped;
  /** Paths of the project's files that it imports. */
  imports: Set<string>;
}

/** What instrumented code asks while it runs. */
export interface Switches {
  isOn: (id: number) => boolean;
  round: () => void;
}

/** Clocks stand still: what is measured in a test says nothing about a mutant. */
const STILL = { now: () => 0 };
const SEED = 20_260_302;
const NAMES = ['describe', 'test', 'it', 'beforeEach', 'afterEach', 'expect', 'performance', IS_ON, ROUND];

/**
 * The specs and what they import, each file compiled once. A spec is loaded as often as wanted, each time with modules
 * that remember nothing, which costs a few milliseconds.
 */
class SpecSandbox {
  readonly mutants: Mutant[] = [];
  private readonly compiled = new Map<string, Compiled>();
  /** What is not ours, by its name: looked for once, so that an installation meanwhile is not taken for a mutant's doing. */
  private readonly foreign = new Map<string, unknown>();
  private readonly isMutated: (path: string) => boolean;
  private readonly switches: Switches;

  constructor(isMutated: (path: string) => boolean, switches: Switches) {
    this.isMutated = isMutated;
    this.switches = switches;
    // The same data each time, and no search for the smallest: that it fails is enough.
    fc.configureGlobal({ seed: SEED, endOnFailure: true });
  }

  /** The tests of a spec, declared by modules made anew. */
  load(spec: string): SpecTest[] {
    const { tests, names } = collectTests();
    const all = {
      ...names,
      expect,
      performance: STILL,
      [IS_ON]: this.switches.isOn,
      [ROUND]: this.switches.round,
    };
    const loaded = new Map<string, Exports>();
    const load = (path: string): Exports => {
      const before = loaded.get(path);
      if (before !== undefined) return before;
      const exports: Exports = {};
      loaded.set(path, exports);
      const { start } = this.file(path);
      start(
        exports,
        (name) => (name.startsWith('.') ? load(join(dirname(path), name)) : this.foreignModule(path, name)),
        all,
      );
      return exports;
    };
    load(spec);
    return tests;
  }

  /** Files that a spec brings, with how many imports lie between; none between it and the file whose spec it is by name. */
  reachOf(spec: string): Map<string, number> {
    const reach = new Map([[spec, 0]]);
    for (const [path, distance] of reach)
      for (const next of this.file(path).imports) if (!reach.has(next)) reach.set(next, distance + 1);
    const own = spec.replace(/\.spec\.ts$/, '.ts');
    return reach.has(own) ? reach.set(own, 0) : reach;
  }

  private foreignModule(from: string, name: string): unknown {
    const module: unknown = this.foreign.get(name) ?? createRequire(from)(name);
    this.foreign.set(name, module);
    return module;
  }

  private file(path: string): Compiled {
    const before = this.compiled.get(path);
    if (before !== undefined) return before;
    const compiled = this.compile(path);
    this.compiled.set(path, compiled);
    return compiled;
  }

  private compile(path: string): Compiled {
    const plain = plainFile(path);
    const imports = new Set(
      plain.program.body.flatMap((node) => {
        if (!('source' in node) || node.source?.value === undefined) return [];
        const target = join(dirname(path), String(node.source.value));
        return String(node.source.value).startsWith('.') && existsSync(target) ? [target] : [];
      }),
    );
    let code = plain.text;
    if (this.isMutated(path)) {
      const switched = instrumented(plain, { path, firstId: this.mutants.length });
      this.mutants.push(...switched.mutants);
      code = switched.code;
    }
    const common = transformSync(code, {
      filename: path,
      configFile: false,
      swcrc: false,
      jsc: { target: 'es2024', parser: { syntax: 'ecmascript' } },
      module: { type: 'commonjs' },
    }).code;
    const wrapped = `(exports, require, { ${NAMES.join(', ')} }) => (() => { ${common}\n})()`;
    return { start: new Script(wrapped, { filename: path }).runInThisContext() as Wrapped, imports };
  }
}

interface BaselineTest extends Attempt {
  name: string;
  /** Its place in the spec. */
  at: number;
  /** Changed files that it comes to. */
  files: ReadonlySet<string>;
}

/** What is known of a spec when all is as it should be. */
interface BaselineRun {
  spec: string;
  /** Files that it brings, by their path from the root, with how many imports lie between. */
  reach: ReadonlyMap<string, number>;
  /** Milliseconds. */
  took: number;
  /** Mutants reached while the spec is loaded, before any test. */
  whileLoading: Attempt;
  /** The quickest first: most mutants are noticed without the slow ones. */
  tests: BaselineTest[];
}

/** Runs a spec with no mutant on. @throws Error when a test fails: then nothing could be said of mutants */
async function runBaseline({
  spec,
  world,
  board,
}: {
  spec: string;
  world: SpecSandbox;
  board: SwitchBoard;
}): Promise<BaselineRun> {
  const started = performance.now();
  let loaded: ReturnType<SpecSandbox['load']> = [];
  const whileLoading = await board.watch(() => {
    loaded = world.load(spec);
  });
  const tests: BaselineTest[] = [];
  for (const [at, { name, run }] of loaded.entries()) {
    try {
      const attempt = await board.watch(run);
      const files = new Set([...attempt.reached].map((id) => world.mutants[id]?.path ?? ''));
      tests.push({ name, at, files, ...attempt });
    } catch (error) {
      throw new Error(`${spec} › ${name} fails without any mutant`, { cause: error });
    }
  }
  return {
    spec,
    reach: world.reachOf(spec),
    took: performance.now() - started,
    whileLoading,
    tests: tests.toSorted((one, other) => one.took - other.took),
  };
}

/** What became of a mutant. */
export interface Outcome {
  mutant: Mutant;
  /** The test that noticed it; null when none did. */
  killedBy: string | null;
  /** How many tests were tried. */
  tried: number;
}

/**
 * Specs tried on a mutant, nearest first: what is not noticed near the code is noticed far away by accident. One that acts while
 * files are loaded is tried on the tests that come to its file later, and on all of a few specs, for others may depend on it.
 */
const NEAREST_REACHING = 10;
const NEAREST_LOADING = 3;
/** Specs of a file that are run at all: of these those are nearest that reach the mutant. */
const WORTH_TRYING = 25;

/** Tries each mutant of the files on the tests that reach it, nearest spec first, until one fails. */
export async function* tryMutants(over: {
  specs: readonly string[];
  isMutated: (path: string) => boolean;
}): AsyncGenerator<Outcome> {
  const board = new SwitchBoard();
  const world = new SpecSandbox(over.isMutated, board);
  const rehearsals: BaselineRun[] = [];
  for (const spec of specsWorthTrying(over, world))
    rehearsals.push(await runBaseline({ spec, world, board }));
  for (const mutant of world.mutants) yield await tryMutant({ mutant, rehearsals, world, board });
}

/** Of each file those specs that have the fewest imports between. */
function specsWorthTrying(
  { specs, isMutated }: { specs: readonly string[]; isMutated: (path: string) => boolean },
  world: SpecSandbox,
): Set<string> {
  const near = new Map<string, { spec: string; distance: number }[]>();
  for (const spec of specs)
    for (const [path, distance] of world.reachOf(spec))
      if (isMutated(path)) near.set(path, [...(near.get(path) ?? []), { spec, distance }]);
  return new Set(
    [...near.values()].flatMap((list) =>
      list
        .toSorted((one, other) => one.distance - other.distance)
        .slice(0, WORTH_TRYING)
        .map(({ spec }) => spec),
    ),
  );
}

async function tryMutant({
  mutant,
  rehearsals,
  world,
  board,
}: {
  mutant: Mutant;
  rehearsals: readonly BaselineRun[];
  world: SpecSandbox;
  board: SwitchBoard;
}): Promise<Outcome> {
  let tried = 0;
  for (const { spec, whileLoading, tests } of testsFor(mutant, rehearsals)) {
    let loaded: ReturnType<SpecSandbox['load']> = [];
    const load = (): void => {
      loaded = world.load(spec);
    };
    if (await board.failsWith(mutant.id, whileLoading, load))
      return { mutant, killedBy: spec, tried: tried + 1 };
    for (const rehearsed of tests) {
      tried += 1;
      const { name, run } = loaded[rehearsed.at] ?? { name: rehearsed.name, run: missing };
      if (await board.failsWith(mutant.id, rehearsed, run))
        return { mutant, killedBy: `${spec} › ${name}`, tried };
    }
  }
  return { mutant, killedBy: null, tried };
}

/** The specs that may notice it, each with the tests that may, nearest first, the quicker of two that are equally near. */
function testsFor({ id, path }: Mutant, rehearsals: readonly BaselineRun[]): BaselineRun[] {
  const comes = ({ whileLoading }: BaselineRun, { reached, files }: BaselineTest): boolean =>
    reached.has(id) || (whileLoading.reached.has(id) && files.has(path));
  const nearest = (wanted: typeof comes, most: number): BaselineRun[] =>
    rehearsals
      .map((rehearsal) => ({
        ...rehearsal,
        tests: rehearsal.tests.filter((test) => wanted(rehearsal, test)),
      }))
      .filter(({ tests }) => tests.length > 0)
      .toSorted((one, other) => distance(one, path) - distance(other, path) || one.took - other.took)
      .slice(0, most);
  const onlyLoads: typeof comes = (rehearsal, test) =>
    rehearsal.whileLoading.reached.has(id) && !comes(rehearsal, test);
  return [...nearest(comes, NEAREST_REACHING), ...nearest(onlyLoads, NEAREST_LOADING)];
}

function distance({ reach }: BaselineRun, path: string): number {
  return reach.get(path) ?? Infinity;
}

/** A mutant may change how many tests a spec declares. @throws Error always */
async function missing(): Promise<void> {
  throw new Error('the test is no longer there');
}
