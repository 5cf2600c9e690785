import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { transformSync } from '@swc/core';
import { expect } from 'expect';
import * as fc from 'fast-check';
import { IS_ON, instrumented, ROUND } from './instrumented.ts';
import type { Mutant } from './mutant.ts';
import { collectTests, type SpecTest } from './spec-tests.ts';
import { plainFile } from './syntax.ts';

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
export class SpecWorld {
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
