import { ACTIVITY_TYPES } from '@clearwatch/contracts/alerts';
import { guideTopicAt, SCREENS } from '../../app/screens.ts';
import { GUIDE_TOPICS } from '../../lib/user-guide-topics.ts';
import { GUIDE_SECTIONS } from './all-guide-sections.ts';
import { parseInlineParts } from './guide-pages.tsx';
import { sectionTexts } from './guide-section.ts';

describe('guide sections', () => {
  it('the user guide has one section for every topic', () => {
    expect(GUIDE_SECTIONS.map(({ topic }) => topic).toSorted()).toEqual(GUIDE_TOPICS.toSorted());
  });

  it('the user guide covers every screen', () => {
    for (const { path } of SCREENS) {
      const topic = guideTopicAt({ pathname: path, search: '' });
      expect([path, topic === 'first-day']).toEqual([path, false]);
    }
  });

  it('the user guide links only to existing sections and shows no markup as text', () => {
    const plain = GUIDE_SECTIONS.flatMap((section) =>
      sectionTexts(section).flatMap((text) =>
        parseInlineParts(text).flatMap((part) => (part.kind === 'words' ? [part.text] : [])),
      ),
    );
    expect(plain.filter((text) => /\*\*|\{\{|!\[| :: |undefined|NaN|\[object/.test(text))).toEqual([]);
  });

  it('the user guide states the limits that the program enforces', () => {
    const all = GUIDE_SECTIONS.flatMap(sectionTexts).join('\n');
    for (const fact of [
      'After 3 wrong passwords or codes in a row, your account is locked for 15 minutes',
      'at least 8 characters',
      '0.5% unauthorized, 3% administrative, 15% overall',
      'counts 30 days from the detection of the facts',
      'up to 20 files at once and 50 MB each',
      'R01',
      `The ${ACTIVITY_TYPES.length} rules`,
    ]) {
      expect(all).toContain(fact);
    }
  });

  it('the user guide’s glossary lists 25 to 40 terms once each, alphabetically, with one or two sentences', () => {
    const glossary = GUIDE_SECTIONS.find(({ topic }) => topic === 'words');
    const terms = glossary?.blocks.flatMap((block) => (block.kind === 'terms' ? block.terms : [])) ?? [];
    const names = terms.map(([term]) => term);
    expect(names.length).toBeGreaterThanOrEqual(25);
    expect(names.length).toBeLessThanOrEqual(40);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')));
    for (const [term, meaning] of terms) {
      expect([term, meaning]).toEqual([term, expect.stringMatching(/^[A-Z].*\.$/)]);
      expect([term, meaning.split(/(?<=\.) /).length <= 2]).toEqual([term, true]);
    }
  });

  it.each([
    ['/', '', 'dashboard'],
    ['/analysis/member/Dana/Sample', '?member=1', 'member'],
    ['/companies/Example%20Co', '', 'company'],
    ['/import', '?import=3', 'receipt'],
    ['/fraud', '?alert=7', 'alert'],
    ['/fraud', '?transaction=9', 'transaction'],
    ['/nowhere', '', 'first-day'],
  ])('the user guide opens for %s%s at the section %s', (pathname, search, topic) => {
    expect(guideTopicAt({ pathname, search })).toBe(topic);
  });
});
