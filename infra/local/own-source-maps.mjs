import { setSourceMapsSupport } from 'node:module';

// Traces name our lines of TypeScript. Maps of libraries are left unread: reading those took a tenth of a service's start.
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
