import { runInNewContext } from 'node:vm';
import { JSDOM, VirtualConsole } from 'jsdom';
import { bundleUrls } from '../src/libraries/library-bundle.ts';

/*
 * Makes Node look like a browser page: the global object gets all properties of a jsdom window and is `window`. Test
 * files in a worker share the page and all modules, because loading the libraries for each file took most of the time.
 */

const { window: page } = new JSDOM('<!doctype html>', {
  pretendToBeVisual: true,
  url: 'http://localhost/',
  virtualConsole: new VirtualConsole().sendTo(console),
});

/** The globals of JavaScript itself, and those that fake timers replace or that work the same way in Node. */
const OF_NODE = new Set([
  ...runInNewContext('Object.getOwnPropertyNames(globalThis)'),
  'setTimeout',
  'setInterval',
  'clearTimeout',
  'clearInterval',
  'queueMicrotask',
  'performance',
  'console',
  'crypto',
  'atob',
  'btoa',
  'URL',
  'URLSearchParams',
  'Headers',
  'length',
]);
const PAGE_ITSELF = ['window', 'self', 'top', 'parent', 'frames'];

const isClass = (name) => /^[A-Z]/.test(name);

for (const name of [...Object.getOwnPropertyNames(page), 'addEventListener', 'removeEventListener', 'dispatchEvent']) {
  if (OF_NODE.has(name) || name.startsWith('_') || PAGE_ITSELF.includes(name)) continue;
  const value = Reflect.get(page, name);
  const isFixed = typeof value === 'function';
  Object.defineProperty(globalThis, name, {
    configurable: true,
    ...(isFixed
      ? { writable: true, value: isClass(name) ? value : value.bind(page) }
      : {
          get: () => Reflect.get(page, name),
          set: (other) => Object.defineProperty(globalThis, name, { configurable: true, writable: true, value: other }),
        }),
  });
}
for (const name of PAGE_ITSELF) Object.defineProperty(globalThis, name, { configurable: true, value: globalThis });

/** jsdom's own frames would never run again after starting on a test's fake clock. These use Node's timers. */
const { setTimeout, clearTimeout } = globalThis;
for (const one of [globalThis, page]) {
  one.requestAnimationFrame = (draw) => Number(setTimeout(() => draw(performance.now()), 16));
  one.cancelAnimationFrame = (frame) => clearTimeout(frame);
}

for (const [name, url] of bundleUrls('screens')) globalThis.bundledTestModules.set(name, url);
globalThis.IS_REACT_ACT_ENVIRONMENT = true;
