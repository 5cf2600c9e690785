import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** `node --import <this file>?<address of a bundle's contents>`: what the bundle holds is taken from there. */
const contents = new URL(decodeURIComponent(new URL(import.meta.url).search.slice(1)));
// An old bundle is removed when newer ones are made: a service that starts again after that loads what is installed.
const held = new Set(existsSync(contents) ? JSON.parse(readFileSync(contents, 'utf8')) : []);

const OWN_PACKAGE = /^@clearwatch\/(contracts|domain|service-kit)\/(.+)$/;
const PACKAGES = new URL('../../packages/', import.meta.url).href;

/**
 * Where a module lies that the compiler has made of ours: what it says, without a look at links and `package.json` on the
 * way, which Node takes at each of some 2,000 imports of a service and which are a tenth of its start.
 */
function ownModule(specifier, parent) {
  if (specifier.startsWith('.') && parent?.includes('/dist/') && !parent.includes('/node_modules/'))
    return new URL(specifier, parent).href;
  const [, name, path] = OWN_PACKAGE.exec(specifier) ?? [];
  return name === undefined ? undefined : `${PACKAGES}${name}/dist/${path}.js`;
}

registerHooks({
  resolve(specifier, context, next) {
    const url = held.has(specifier)
      ? new URL(`${specifier}.mjs`, contents).href
      : ownModule(specifier, context.parentURL);
    return url === undefined ? next(specifier, context) : { url, format: 'module', shortCircuit: true };
  },
});
