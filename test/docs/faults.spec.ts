import { expectToExist, parseNamedTests, tableLinesOf } from './project-documents.ts';

/** A fault and the tests that let it happen. */
const LINES = tableLinesOf('faults.md').map(([fault = '', , shownBy = '']) => ({
  fault,
  tests: parseNamedTests(shownBy),
}));

describe('the faults', () => {
  it('are all there', () => {
    expect(LINES.length).toBeGreaterThan(25);
  });

  it.each(LINES)('$fault', ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0);
    for (const test of tests) expectToExist(test);
  });
});
