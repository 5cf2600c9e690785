import { parseInlineParts, searchGuide, searchTerms } from './guide-pages.tsx';
import type { GuideSection } from './guide-section.ts';

const undo: GuideSection = {
  topic: 'receipt',
  part: 'Screens',
  title: 'The receipt',
  blocks: [
    { kind: 'text', text: 'Press **Undo**. Undoing takes entries back.' },
    { kind: 'table', caption: 'Counts', columns: ['Count'], rows: [['Stored (new)']] },
  ],
};
const words: GuideSection = {
  topic: 'words',
  part: 'Look it up',
  title: 'Words of the field',
  blocks: [{ kind: 'terms', terms: [['Prenote', 'An entry of zero dollars; see {{receipt}}.']] }],
};
const titleOf = (topic: string): string => (topic === 'receipt' ? undo.title : words.title);
const search = (text: string) =>
  searchGuide([undo, words], searchTerms(text), titleOf).map(({ section, hits }) => [section.topic, hits]);

describe('a search of the guide', () => {
  it('finds every section while nothing is searched for, single letters included', () => {
    expect(search('')).toEqual([
      ['receipt', 0],
      ['words', 0],
    ]);
    expect(search(' u ')).toEqual(search(''));
  });

  it('finds parts of words in whatever case, in texts, tables and terms, and counts them', () => {
    expect(search('UNDO')).toEqual([['receipt', 2]]);
    expect(search('zero')).toEqual([['words', 1]]);
    expect(search('stored')).toEqual([['receipt', 1]]);
  });

  it('finds a title, also where another section leads to it', () => {
    expect(search('the receipt')).toEqual([
      ['receipt', 2],
      ['words', 3],
    ]);
  });

  it('finds all words that are asked for, wherever in the section they stand', () => {
    expect(search('undo entries')).toEqual([['receipt', 3]]);
    expect(search('undo prenote')).toEqual([]);
  });

  it('takes signs for what they are', () => {
    expect(search('(new)')).toEqual([['receipt', 1]]);
    expect(search('.*')).toEqual([]);
  });
});

describe('the marks of a text', () => {
  it('are the words of a button and the way to another section', () => {
    expect(parseInlineParts('Press **Undo**, see {{receipt}}.')).toEqual([
      { kind: 'words', text: 'Press ' },
      { kind: 'strong', text: 'Undo' },
      { kind: 'words', text: ', see ' },
      { kind: 'link', topic: 'receipt' },
      { kind: 'words', text: '.' },
    ]);
  });

  it('lead nowhere when they name nothing the guide knows', () => {
    expect(parseInlineParts('{{nowhere}}')).toEqual([{ kind: 'words', text: '{{nowhere}}' }]);
  });
});
