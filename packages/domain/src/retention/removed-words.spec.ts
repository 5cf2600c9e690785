import { removedWords } from './removed-words.ts';

describe('what a purge has removed', () => {
  it('is said record by record, one and more of them', () => {
    const removed = [
      { what: 'entries', count: 1_200 },
      { what: 'files', count: 1 },
    ];
    expect(removedWords(removed)).toBe('1,200 entries, 1 file removed');
  });

  it('is nothing when nothing was due', () => {
    expect(removedWords([])).toBe('nothing was due');
  });

  it('is called as it is counted where nobody has said how', () => {
    expect(removedWords([{ what: 'pictures', count: 2 }])).toBe('2 pictures removed');
  });
});
