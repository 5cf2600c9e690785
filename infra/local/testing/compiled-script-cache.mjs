import vm from 'node:vm';

/*
 * `node --import <this file>` for Jest, which gives every test file modules of its own: what V8 made of a long module is kept and
 * handed over when a later test file of the same process has the same text compiled again. The module itself is a new one as
 * before. Compiling the bundled libraries was a quarter of what a test file of a service took.
 */

/** Shorter ones, our own files, are compiled as fast as they are looked up. */
const LONG = 20_000;

const kept = new Map();

function compiled(SourceTextModule, text, options, newTarget) {
  const known = kept.get(options.identifier);
  if (known?.text === text) {
    try {
      return Reflect.construct(SourceTextModule, [text, { ...options, cachedData: known.code }], newTarget);
    } catch (error) {
      // Refused once a test has changed V8's options: from then on what it makes with those is kept.
      if (error.code !== 'ERR_VM_MODULE_CACHED_DATA_REJECTED') throw error;
    }
  }
  const module = Reflect.construct(SourceTextModule, [text, options], newTarget);
  // Before the module has run: V8 makes nothing of it later.
  if (text.length >= LONG) kept.set(options.identifier, { text, code: module.createCachedData() });
  return module;
}

// Only where Node was started with --experimental-vm-modules.
if (vm.SourceTextModule !== undefined) {
  vm.SourceTextModule = new Proxy(vm.SourceTextModule, {
    construct: (target, [text, options], newTarget) => compiled(target, text, options, newTarget),
  });
}
