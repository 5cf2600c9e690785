import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** `node --import <this file>?<address of a bundle's contents>`: what the bundle holds is taken from there. */
const contents = new URL(decodeURIComponent(new URL(import.meta.url).search.slice(1)));
// An old bundle is removed when newer ones are made: a service that starts again after that loads what is installed.
const held = new Set(existsSync(contents) ? JSON.parse(readFileSync(contents, 'utf8')) : []);

registerHooks({
  resolve(specifier, context, next) {
    if (!held.has(specifier)) return next(specifier, context);
    return { url: new URL(`${specifier}.mjs`, contents).href, format: 'module', shortCircuit: true };
  },
});
