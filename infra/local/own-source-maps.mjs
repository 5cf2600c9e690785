import { setSourceMapsSupport } from 'node:module';

// Stack traces name our TypeScript lines. Maps of libraries are not read: reading them took a tenth of a service's start.
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
