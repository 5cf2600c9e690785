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
  part: 'Reference',
  title: 'All the terms',
  blocks: [{ kind: 'terms', terms: [['Prenote', 'An entry of zero dollars; see {{receipt}}.']] }],
};
const titleOf = (topic: string): string => (topic === 'receipt' ? undo.title : words.title);
const search = (text: string) =>
  searchGuide([undo, words], searchTerms(text), titleOf).map(({ section, hits }) => [section.topic, hits]);

describe('guide search', () => {
  it('guide search shows every section for an empty search and for single letters', () => {
    expect(search('')).toEqual([
      ['receipt', 0],
      ['words', 0],
    ]);
    expect(search(' u ')).toEqual(search(''));
  });

  it('guide search finds and counts parts of words in texts, tables and terms, ignoring case', () => {
    expect(search('UNDO')).toEqual([['receipt', 2]]);
    expect(search('zero')).toEqual([['words', 1]]);
    expect(search('stored')).toEqual([['receipt', 1]]);
  });

  it('guide search finds a section’s title, also in links to that section', () => {
    expect(search('the receipt')).toEqual([
      ['receipt', 2],
      ['words', 3],
    ]);
  });

  it('guide search finds sections that contain all searched words', () => {
    expect(search('undo entries')).toEqual([['receipt', 3]]);
    expect(search('undo prenote')).toEqual([]);
  });

  it('guide search treats punctuation literally', () => {
    expect(search('(new)')).toEqual([['receipt', 1]]);
    expect(search('.*')).toEqual([]);
  });
});

describe('inline markup', () => {
  it('the user guide turns inline markup into bold labels and links to sections', () => {
    expect(parseInlineParts('Press **Undo**, see {{receipt}}.')).toEqual([
      { kind: 'words', text: 'Press ' },
      { kind: 'strong', text: 'Undo' },
      { kind: 'words', text: ', see ' },
      { kind: 'link', topic: 'receipt' },
      { kind: 'words', text: '.' },
    ]);
  });

  it('the user guide leaves a link to an unknown topic as text', () => {
    expect(parseInlineParts('{{nowhere}}')).toEqual([{ kind: 'words', text: '{{nowhere}}' }]);
  });
});
