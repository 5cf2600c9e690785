import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceEnvironment } from '@clearwatch/service-kit/config/service-environment';
import { parse } from 'yaml';

/** The part of a compose file that the specs check. */
export interface ComposeService {
  image: string;
  entrypoint?: string[];
  command?: string | string[];
  environment?: Record<string, string>;
  ports?: string[];
  networks?: string[];
  volumes?: string[];
  user?: string;
  container_name?: string;
  read_only?: boolean;
  healthcheck?: { disable?: boolean; test?: string[] };
  stop_grace_period?: string;
  depends_on?: Record<string, { condition: string }>;
  secrets?: string[];
  tmpfs?: string[];
  cap_drop?: string[];
  security_opt?: string[];
  profiles?: string[];
  configs?: { source: string; target: string }[];
  deploy?: { resources?: { limits?: Record<string, unknown>; reservations?: Record<string, unknown> } };
}

export interface ComposeFile {
  services: Record<string, ComposeService>;
  networks: Record<string, { internal?: boolean } | null>;
  volumes: Record<string, unknown>;
  configs: Record<string, { content?: string; file?: string }>;
  secrets: Record<string, { file: string }>;
}

export const PROJECT_ROOT = join(import.meta.dirname, '..', '..', '..');

export function projectFile(path: string): string {
  return readFileSync(join(PROJECT_ROOT, path), 'utf8');
}

/**
 * docker-compose.yml as `docker compose config` would print it with these variables.
 * @throws Error naming the first required variable that is missing or empty
 */
export function composeFile(variables: Readonly<Record<string, string>> = {}): ComposeFile {
  const text = interpolate(projectFile('docker-compose.yml'), variables);
  const file = parse(text, { merge: true }) as ComposeFile;
  for (const service of Object.values(file.services)) {
    if (service.environment !== undefined) service.environment = asTexts(service.environment);
  }
  return file;
}

/** Environment values are always strings, but YAML parses 6000 as a number. */
function asTexts(environment: Readonly<Record<string, string | number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, String(value)]));
}

/** ${NAME}, ${NAME:-default} and ${NAME:?message}, as the compose specification defines them. */
function interpolate(text: string, variables: Readonly<Record<string, string>>): string {
  return text
    .replaceAll(/\$\{([A-Z0-9_]+)(?::([-?])([^}]*))?\}/g, (_whole, name, kind, rest) => {
      const value = variables[name] ?? '';
      if (value !== '') return value;
      if (kind === '?') throw new Error(`required variable ${name} is missing a value: ${rest}`);
      return kind === '-' ? rest : '';
    })
    .replaceAll('$$', '$');
}

const MOUNTED = '/run/secrets';

/** A folder with the files that `make-env.mjs` creates next to docker-compose.yml. */
export function generatedSecrets() {
  const folder = mkdtempSync(join(tmpdir(), 'clearwatch-secrets-'));
  const secrets = join(folder, '.secrets');
  runMakeEnv(folder);
  return {
    folder: secrets,
    names: (): string[] => readdirSync(secrets).toSorted(),
    /** The settings as a container sees them, except that this folder replaces the one that Docker mounts. */
    mountedIn: (environment: Readonly<Record<string, string>>): Record<string, string> =>
      Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, value.replace(MOUNTED, secrets)])),
    remove: (): void => rmSync(folder, { recursive: true, force: true }),
  };
}

export function runMakeEnv(folder: string, ...options: string[]): ReturnType<typeof spawnSync> {
  const program = join(PROJECT_ROOT, 'infra/docker/make-env.mjs');
  return spawnSync(process.execPath, [program, folder, ...options], { encoding: 'utf8' });
}

export const FILES_NAMING_IMAGES = [
  'docker-compose.yml',
  'infra/docker/Dockerfile',
  'infra/kubernetes/data/postgres.yaml',
  'infra/kubernetes/data/redis.yaml',
];

/** External images that a file references, as written in the file. */
export function imagesNamedIn(text: string): string[] {
  const named = [...text.matchAll(/^(?:FROM|\s*image:) +"?([\w./-]+:[\w.@:-]+)/gm)].map(([, name = '']) => name);
  return named.filter((name) => !name.startsWith('clearwatch:'));
}

/** The recorded digests, by image name. */
export function digestsIn(list: string): Record<string, string> {
  return JSON.parse(list) as Record<string, string>;
}

export type EnvironmentClass = new () => ServiceEnvironment;

/**
 * The settings that a service reads: its own extension of the common settings, or only the common settings if
 * it has none.
 */
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
