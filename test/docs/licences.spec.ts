import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { licensePage, packagesOfProject } from '@clearwatch/infra-local/licenses/license-page';
import { ROOT } from './project-documents.ts';

describe('the page of licences', () => {
  it('is that of the lock file; npm run licenses writes it anew', () => {
    const page = readFileSync(join(ROOT, 'docs', 'licences.md'), 'utf8');
    expect(page).toBe(licensePage(packagesOfProject()));
  });
});
