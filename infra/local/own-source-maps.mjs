import { setSourceMapsSupport } from 'node:module';

// Stack traces show our TypeScript lines. Library source maps are skipped: loading them took a tenth of a service's
// startup time.
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
