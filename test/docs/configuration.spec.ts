import { serviceVariables } from '@clearwatch/infra-local/program-environments';
import { START_VARIABLES } from '@clearwatch/infra-local/start-settings';
import { textOf } from './project-documents.ts';

/** Variables that docker-compose.yml takes from `.env`, each with its default. */
const COMPOSE_VARIABLES = new Map(
  [...textOf('docker-compose.yml').matchAll(/\$\{([A-Z0-9_]+)(?::-([^}]*))?\}/g)].map(
    ([, name = '', fallback = '']) => [name, fallback],
  ),
);

describe('docs/configuration.md', () => {
  it('the configuration page names exactly the settings that programs read', () => {
    const rows = [...textOf('docs/configuration.md').matchAll(/^\| `([A-Z0-9_]+)` \|/gm)];
    const named = new Set(rows.map(([, name]) => name));
    const known = new Set([
      // One row covers a secret and its file.
      ...START_VARIABLES.filter((name) => !name.endsWith('_FILE')),
      ...COMPOSE_VARIABLES.keys(),
      ...serviceVariables(),
    ]);
    expect([...named].toSorted()).toEqual([...known].toSorted());
  });
});

describe('.env.example', () => {
  it('the example environment file describes every Docker Compose variable with its default', () => {
    const described = new Map(
      [...textOf('.env.example').matchAll(/^# ([A-Z0-9_]+)=(\S*)/gm)].map(([, name, value]) => [name, value]),
    );
    for (const [name, fallback] of COMPOSE_VARIABLES) {
      expect([name, described.get(name)]).toEqual([name, fallback]);
    }
  });
});
