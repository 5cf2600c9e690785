import { globSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceEnvironment } from '@clearwatch/service-kit/config/service-environment';
import { PROJECT_ROOT } from './compose-file.ts';

export type EnvironmentClass = new () => ServiceEnvironment;

/** The settings a service reads: its own extension of the common ones, or these alone when it has none. */
export async function environmentOf(service: string): Promise<EnvironmentClass> {
  const files = globSync(`services/${service}/src/**/*environment.ts`, { cwd: PROJECT_ROOT });
  for (const file of files) {
    const module = (await import(join(PROJECT_ROOT, file))) as Record<string, unknown>;
    const own = Object.values(module).find(extendsServiceEnvironment);
    if (own !== undefined) return own;
  }
  return ServiceEnvironment;
}

function extendsServiceEnvironment(value: unknown): value is EnvironmentClass {
  return typeof value === 'function' && value.prototype instanceof ServiceEnvironment;
}
