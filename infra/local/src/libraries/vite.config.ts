import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ALL_NAMES, type BundleName, bundledModules, bundleFolder, isUnbundled } from './library-bundle.ts';

/** With `.mjs`, Vite handles default exports of CommonJS modules as Node and Jest do. */
const idOf = (module: string): string => `\0library:${module}.mjs`;

/** Exports only the names in use, such as 50 icons instead of 800. */
function entryFor(module: string, names: readonly string[]): string {
  if (names.length === 0) return `import '${module}';`;
  if (!names.includes(ALL_NAMES)) return `export { ${names.join(', ')} } from '${module}';`;
  const standard = names.includes('default') ? `\nexport { default } from '${module}';` : '';
  return `export * from '${module}';${standard}`;
}

const FOR_NODE = {
  ssr: { target: 'node', noExternal: true, resolve: { conditions: ['node'], mainFields: [] } },
} as const;

/** CommonJS libraries may read files next to them. */
function withItsPlace(code: string, id: string): string | null {
  if (!/\.c?js$/.test(id) || !/\b__(?:dirname|filename)\b/.test(code)) return null;
  return `var __dirname = ${JSON.stringify(dirname(id))}, __filename = ${JSON.stringify(id)};\n${code}`;
}

const OF_REACT = /\/node_modules\/(?:react|react-dom|scheduler)\/(?<file>.*)$/;
const ACT = JSON.stringify(fileURLToPath(import.meta.resolve('./testing/act.ts')));

/** React's production build, which renders faster, plus `act`, which only the development build contains. */
function reactForUsers(code: string, id: string): string | null {
  const file = OF_REACT.exec(id)?.groups?.['file'];
  if (file === undefined) return null;
  const forUsers = code.replaceAll('process.env.NODE_ENV', '"production"');
  if (file === 'index.js' && id.includes('/react/')) return `${forUsers}\nmodule.exports.act = require(${ACT}).act;`;
  if (!/(?:react-dom-client|scheduler)\.production\.js$/.test(file)) return forUsers;
  return `var { queueMicrotask, setImmediate } = require(${ACT});\n${forUsers}`;
}

const OF_ANTD = /\/node_modules\/(?:antd|@ant-design|@rc-component)\//;
const IS_UNUSED = 'nextCount === 0';

/** antd's production build, changed to keep styles between tests: writing them takes a sixth of a test's time. */
function antdForUsers(code: string, id: string): string | null {
  if (!OF_ANTD.test(id)) return null;
  const forUsers = code.replaceAll('process.env.NODE_ENV', '"production"');
  if (!id.endsWith('/cssinjs/es/hooks/useGlobalCache.js')) return forUsers;
  if (!code.includes(IS_UNUSED)) throw new Error('@ant-design/cssinjs now finds unused styles in another way.');
  return forUsers.replace(IS_UNUSED, 'false');
}

export default ({ mode }: { mode: string }) => {
  const name = mode as BundleName;
  const modules = bundledModules(name);
  const namesOf = new Map([...modules].map(([module, names]) => [idOf(module), { module, names }]));
  const isForNode = name === 'services';
  return {
    ...(isForNode ? FOR_NODE : {}),
    logLevel: 'error',
    publicDir: false,
    ...(isForNode ? {} : { define: { 'process.env.NODE_ENV': '"test"' } }),
    plugins: [
      {
        name: 'entries',
        enforce: 'pre',
        resolveId: (id: string) => (namesOf.has(id) ? id : null),
        load: (id: string) => {
          const entry = namesOf.get(id);
          return entry === undefined ? null : entryFor(entry.module, entry.names);
        },
        transform: (code: string, id: string) =>
          isForNode ? withItsPlace(code, id) : (reactForUsers(code, id) ?? antdForUsers(code, id)),
      },
    ],
    build: {
      ssr: isForNode,
      outDir: bundleFolder(name, modules),
      emptyOutDir: true,
      target: 'esnext',
      minify: false,
      modulePreload: false,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 10_000,
      rolldownOptions: {
        input: Object.fromEntries([...modules.keys()].map((module) => [module, idOf(module)])),
        external: isUnbundled,
        preserveEntrySignatures: 'strict',
        output: {
          format: 'es',
          // Nest looks up and prints its classes by name.
          keepNames: isForNode,
          entryFileNames: '[name].mjs',
          chunkFileNames: 'shared/[name]-[hash].mjs',
        },
      },
    },
  };
};
