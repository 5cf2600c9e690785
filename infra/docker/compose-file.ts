import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** The part of a compose file its specification looks at. */
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

export const PROJECT_ROOT = join(import.meta.dirname, '..', '..');

export function projectFile(path: string): string {
  return readFileSync(join(PROJECT_ROOT, path), 'utf8');
}

/**
 * docker-compose.yml as `docker compose config` would show it with these variables.
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

/** A program gets text, whatever the file says: 6000 is a number to YAML. */
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
