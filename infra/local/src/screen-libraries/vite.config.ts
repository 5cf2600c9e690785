import { EVERYTHING } from './imported-names.ts';
import { bundleFolder, screenLibraries } from './screen-libraries.ts';

const modules = screenLibraries();
/** `.mjs`: what is the default of a CommonJS module is decided as Node and Jest decide it. */
const idOf = (module: string): string => `\0library:${module}.mjs`;
const moduleOf = new Map([...modules.keys()].map((module) => [idOf(module), module]));

/** A module of the bundle's own that hands on what is asked of a library: fifty icons, not eight hundred. */
function entryFor(module: string): string {
  const names = modules.get(module) ?? [];
  if (names.length === 0) return `import '${module}';`;
  if (!names.includes(EVERYTHING)) return `export { ${names.join(', ')} } from '${module}';`;
  const standard = names.includes('default') ? `\nexport { default } from '${module}';` : '';
  return `export * from '${module}';${standard}`;
}

export default {
  logLevel: 'error',
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"test"' },
  plugins: [
    {
      name: 'entries',
      enforce: 'pre',
      resolveId: (id: string) => (moduleOf.has(id) ? id : null),
      load: (id: string) => {
        const module = moduleOf.get(id);
        return module === undefined ? null : entryFor(module);
      },
    },
  ],
  build: {
    outDir: bundleFolder(modules),
    emptyOutDir: true,
    target: 'esnext',
    minify: false,
    modulePreload: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 10_000,
    rolldownOptions: {
      input: Object.fromEntries([...modules.keys()].map((module) => [module, idOf(module)])),
      preserveEntrySignatures: 'strict',
      output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: 'shared/[name]-[hash].mjs' },
    },
  },
};
