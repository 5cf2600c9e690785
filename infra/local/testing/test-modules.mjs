import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from '@swc/core';

/*
 * `node --import <this file>`: loads TypeScript sources in tests that run in plain Node. Specs and the code under test
 * share one instance of each module, so imports between workspaces resolve to sources instead of builds.
 */

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const CACHE = join(ROOT, 'node_modules', '.cache', 'clearwatch-test-modules');
mkdirSync(CACHE, { recursive: true });

const OPTIONS = {
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript', tsx: true, decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
    experimental: { keepImportAttributes: true },
  },
  module: { type: 'es6' },
  sourceMaps: 'inline',
};

const GLOBALS = `const { expect, test, it, describe, beforeAll, afterAll, beforeEach, afterEach, jest } = globalThis;
export { expect, test, it, describe, beforeAll, afterAll, beforeEach, afterEach, jest };`;

/** Modules that a test provides, by name, such as the k6 modules, which Node cannot resolve. */
const virtual = (globalThis.virtualTestModules = new Map());
/** URLs of bundled libraries by name, filled in by the setup for screen tests. */
const bundled = (globalThis.bundledTestModules = new Map());

/*
 * jest-light-runner responds to the first worker that requests its settings by sending them to all workers, and ignores
 * later requests. A worker that requests them later would wait forever, so this caches the settings.
 */
if (process.send !== undefined) {
  let settings;
  process.on('message', (message) => {
    if (message?.type === 'jest-light-runner-worker-data') settings ??= message;
  });
  const send = process.send.bind(process);
  process.send = (message, ...rest) => {
    if (message !== 'jest-light-runner-get-worker-data' || settings === undefined) return send(message, ...rest);
    return process.nextTick(() => process.emit('message', settings));
  };
}

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (virtual.has(specifier)) return { url: `virtual:${specifier}`, shortCircuit: true };
    if (specifier === '@jest/globals') return { url: 'clearwatch:jest-globals', shortCircuit: true };
    if (bundled.has(specifier)) return { url: bundled.get(specifier), format: 'module', shortCircuit: true };
    if (specifier.endsWith('.css')) return { url: 'clearwatch:empty', shortCircuit: true };
    const [, workspace, path] = /^@clearwatch\/([^/]+)\/(.+)$/.exec(specifier) ?? [];
    if (workspace !== undefined && !context.parentURL?.includes('/dist/')) {
      // npm links each workspace into node_modules.
      const folder = realpathSync(join(ROOT, 'node_modules', '@clearwatch', workspace));
      const file = join(folder, 'src', `${path}.ts`);
      return { url: pathToFileURL(file).href, shortCircuit: true };
    }
    return nextResolve(specifier, context);
  },
  load(url, context, nextLoad) {
    if (url === 'clearwatch:jest-globals') return { format: 'module', source: GLOBALS, shortCircuit: true };
    if (url === 'clearwatch:empty') return { format: 'module', source: '', shortCircuit: true };
    if (url.startsWith('virtual:')) {
      const name = JSON.stringify(url.slice('virtual:'.length));
      const names = Object.keys(virtual.get(url.slice('virtual:'.length)));
      const lines = names.map((key) => `export ${key === 'default' ? 'default' : `const ${key} =`} all.${key};`);
      return {
        format: 'module',
        source: [`const all = globalThis.virtualTestModules.get(${name});`, ...lines].join('\n'),
        shortCircuit: true,
      };
    }
    if (/\.spec\.tsx?\?\d+$/.test(url)) globalThis.beforeTestFile();
    if (url.startsWith('file:') && /\.tsx?(?:\?|$)/.test(url) && !url.includes('/node_modules/')) {
      return { format: 'module', source: compiled(fileURLToPath(url)), shortCircuit: true };
    }
    return nextLoad(url, context);
  },
});

/** Returns a source file as JavaScript, cached on disk by a digest of its path and text. */
function compiled(file) {
  const text = readFileSync(file, 'utf8');
  const cached = join(CACHE, `${createHash('sha256').update(file).update(text).digest('hex')}.js`);
  if (existsSync(cached)) return readFileSync(cached, 'utf8');
  const { code } = transformSync(text, { ...OPTIONS, filename: file, sourceFileName: file });
  // Several processes may compile the same file. Renaming is atomic, so no process reads a partial file.
  const draft = `${cached}.${process.pid}`;
  writeFileSync(draft, code);
  renameSync(draft, cached);
  return code;
}
