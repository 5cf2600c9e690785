import { removedWords } from './removed-words.ts';

describe('what a purge has removed', () => {
  it('is said record by record, one and more of them', () => {
    const removed = [
      { what: 'entries', count: 1_200 },
      { what: 'files', count: 1 },
    ];
    expect(removedWords(removed)).toBe('1,200 entries, 1 file removed');
  });

  it.each([
    ['entries', '1 entry', '2 entries'],
    ['imports', '1 import', '2 imports'],
    ['documents', '1 document', '2 documents'],
    ['files', '1 file', '2 files'],
    ['alerts', '1 alert', '2 alerts'],
    ['suppressions', '1 suppression', '2 suppressions'],
    ['runs', '1 analysis', '2 analyses'],
    ['reports', '1 report', '2 reports'],
    ['events', '1 event', '2 events'],
  ])('%s are called %s, %s', (what, one, two) => {
    expect(removedWords([{ what, count: 1 }])).toBe(`${one} removed`);
    expect(removedWords([{ what, count: 2 }])).toBe(`${two} removed`);
  });

  it('is nothing when nothing was due', () => {
    expect(removedWords([])).toBe('nothing was due');
  });

  it('is called as it is counted where nobody has said how', () => {
    expect(removedWords([{ what: 'pictures', count: 2 }])).toBe('2 pictures removed');
  });
});
