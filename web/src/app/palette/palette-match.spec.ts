import { highlightParts, matchRank, rankMatches } from './palette-match.ts';

const entry = (label: string, keywords = '') => ({ label, keywords });
const shown = (text: string, typed: string) =>
  highlightParts(text, typed)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('');

describe('ranking', () => {
  it.each([
    ['fraud detection', 0],
    ['Fraud', 1],
    ['det fr', 2],
    ['alert', 3],
    ['fraud sar', 3],
    ['etect', 4],
    ['et', null],
    ['settings', null],
    [' ', null],
    ['%', null],
  ])('the match rank of a palette entry for “%s” is %p', (typed, rank) => {
    expect(matchRank(entry('Fraud Detection', 'alerts suspicious sar'), typed)).toBe(rank);
  });

  it('the match rank of a palette entry ignores case and accents', () => {
    expect(matchRank(entry('Núñez Über'), 'nunez UBER')).toBe(0);
  });

  it('palette entries are sorted by best match first, and equal ranks keep their order', () => {
    const entries = [
      entry('AI Reports'),
      entry('Data Import', 'reports of files'),
      entry('Reports'),
      entry('Settings'),
      entry('Audit Reports'),
    ];
    expect(rankMatches(entries, 'reports').map(({ label }) => label)).toEqual([
      'Reports',
      'AI Reports',
      'Audit Reports',
      'Data Import',
    ]);
  });
});

describe('highlighting', () => {
  it.each([
    ['Dana Sample', 'dana s', '[Dana S]ample'],
    ['Dana Sample', 'sample dana', '[Dana] [Sample]'],
    ['José Núñez', 'nunez', 'José [Núñez]'],
    ['ABCABC', 'abc', '[ABCABC]'],
    ['ﬁle', 'fi', '[ﬁ]le'],
    ['Łódź 😀 Co', '😀', 'Łódź [😀] Co'],
    ['100% Cotton', '%', '100[%] Cotton'],
    ['Dana', 'x', 'Dana'],
    ['Dana', ' ', 'Dana'],
    ['', 'x', ''],
  ])('the match highlighting of %s for “%s” marks %s', (text, typed, marked) => {
    expect(shown(text, typed)).toBe(marked);
  });
});

// cspell:ignore etect
