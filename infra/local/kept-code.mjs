import vm from 'node:vm';

/*
 * `node --import <this file>` for Jest, which gives every test file modules of its own: what V8 made of a long module is kept and
 * handed over when a later test file of the same process has the same text compiled again. The module itself is a new one as
 * before. Compiling the bundled libraries was a quarter of what a test file of a service took.
 */

/** Shorter ones, our own files, are compiled as fast as they are looked up. */
const LONG = 20_000;

const Compiled = vm.SourceTextModule;
const kept = new Map();

// Only where Node was started with --experimental-vm-modules.
if (Compiled !== undefined) {
  vm.SourceTextModule = class SourceTextModule extends Compiled {
    constructor(text, options) {
      const known = kept.get(options.identifier);
      const cachedData = known?.text === text ? known.code : undefined;
      super(text, cachedData === undefined ? options : { ...options, cachedData });
      if (text.length < LONG || cachedData !== undefined) return;
      // Before the module has run: V8 makes nothing of it later.
      kept.set(options.identifier, { text, code: this.createCachedData() });
    }
  };
}
