import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { licencePage, packagesOfProject } from '@clearwatch/infra-local/supply/licence-page';
import { ROOT } from './tests-named-in.ts';

describe('the page of licences', () => {
  it('is that of the lock file; npm run licences writes it anew', () => {
    const page = readFileSync(join(ROOT, 'docs', 'licences.md'), 'utf8');
    expect(page).toBe(licencePage(packagesOfProject()));
  });
});
