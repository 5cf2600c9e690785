import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../project-root.ts';

interface ComposeVariable {
  name: string;
  kind: string;
  otherwise: string;
  meaning: string;
  isSecret: false;
}

/** What docker-compose.yml takes from `.env`, with the words of `.env.example`. */
export function composeVariables(): ComposeVariable[] {
  const meanings = new Map(
    [...read('.env.example').matchAll(/^# ([A-Z0-9_]+)=\S*(?: +(.*))?$/gm)].map(
      ([, name = '', meaning = '']) => [name, meaning],
    ),
  );
  const used = new Map(
    [...read('docker-compose.yml').matchAll(/\$\{([A-Z0-9_]+)(?::-([^}]*))?\}/g)].map(
      ([, name = '', otherwise = '']) => [name, otherwise],
    ),
  );
  return [...used].map(([name, otherwise]) => ({
    name,
    kind: 'text',
    otherwise: otherwise === '' ? 'none' : `\`${otherwise}\``,
    meaning: meanings.get(name) ?? '',
    isSecret: false,
  }));
}

function read(file: string): string {
  return readFileSync(join(PROJECT_ROOT, file), 'utf8');
}
