import { FILES } from './project-documents.ts';
import { textOf } from './tests-named-in.ts';

const PAGE = textOf('docs/structure.md');
/** Longer ones are split, or their reason is on the page. */
const LONGEST = 300;

describe('the page of the structure', () => {
  it('gives the reason of every file that is longer than files should be, and of no other', () => {
    const long = FILES.filter(
      (file) =>
        /^(?:packages|services|web|infra|test)\/.*\.(?:tsx?|mjs|css)$/.test(file) &&
        textOf(file).trimEnd().split('\n').length > LONGEST,
    );
    const part = PAGE.slice(PAGE.indexOf('## Longest files'), PAGE.indexOf('## Fences'));
    const told = [...part.matchAll(/^\| `([^`]+)` \|/gm)].map(([, file = '']) => file);
    expect(told.toSorted()).toEqual(long.toSorted());
  });

  it('says what every fence is for', () => {
    const fences = [...textOf('.dependency-cruiser.mjs').matchAll(/name: '([^']+)'/g)].map(
      ([, name = '']) => name,
    );
    const part = PAGE.slice(PAGE.indexOf('## Fences'));
    expect([...part.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = '']) => name)).toEqual(fences);
  });
});
