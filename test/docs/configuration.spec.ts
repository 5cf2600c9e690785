import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { composeVariables, configurationPage } from '@clearwatch/infra-local/configuration-reference';
import { ROOT } from './project-documents.ts';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

describe('the page of settings', () => {
  it('is what the code says (npm run configuration-reference)', () => {
    expect(read('docs/configuration.md')).toBe(configurationPage());
  });

  it('names nothing of this machine', () => {
    expect(configurationPage()).not.toContain(ROOT);
  });

  it('tells of every variable of docker compose, with the default it has', () => {
    const told = new Map(
      [...read('.env.example').matchAll(/^# ([A-Z0-9_]+)=(\S*)/gm)].map(([, name, value]) => [name, value]),
    );
    for (const { name, otherwise } of composeVariables()) {
      expect([name, told.get(name)]).toEqual([
        name,
        otherwise === 'none' ? '' : otherwise.replaceAll('`', ''),
      ]);
    }
  });
});
