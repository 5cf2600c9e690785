import { join } from 'node:path';
import { PROJECT_ROOT } from './project-root.ts';
import { serviceNodeArgs } from './service-node-args.ts';

/** Where Node keeps what it compiled from one start to the next; beside the modules, which are as trusted. */
const COMPILED = join(PROJECT_ROOT, 'node_modules', '.cache', 'clearwatch-compiled');

/** What `spawn` is given for one process of a service, as `npm start` runs it. */
export interface ServiceProgram {
  command: string;
  args: string[];
  env: Record<string, string>;
}

/** @param env what the service itself is told; nothing else of this process's environment reaches it but the zone */
export function serviceProgram(service: string, env: Readonly<Record<string, string>>): ServiceProgram {
  return {
    command: process.execPath,
    args: [...serviceNodeArgs(), join(PROJECT_ROOT, 'services', service, 'dist', 'main.js')],
    env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: COMPILED, ...timeZone(), ...env },
  };
}

function timeZone(): Record<string, string> {
  const zone = process.env['TZ'];
  return zone === undefined ? {} : { TZ: zone };
}
