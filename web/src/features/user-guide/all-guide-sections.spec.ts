import { ACTIVITY_TYPES } from '@clearwatch/contracts/alerts';
import { guideTopicAt, SCREENS } from '../../app/screens.ts';
import { GUIDE_TOPICS } from '../../lib/user-guide-topics.ts';
import { GUIDE_SECTIONS } from './all-guide-sections.ts';
import { parseInlineParts } from './guide-pages.tsx';
import { sectionTexts } from './guide-section.ts';

describe('the user guide', () => {
  it('speaks about every topic once', () => {
    expect(GUIDE_SECTIONS.map(({ topic }) => topic).toSorted()).toEqual(GUIDE_TOPICS.toSorted());
  });

  it('has something to say about every screen', () => {
    for (const { path } of SCREENS) {
      const topic = guideTopicAt({ pathname: path, search: '' });
      expect([path, topic === 'first-day']).toEqual([path, false]);
    }
  });

  it('leads to nothing that it does not speak about, and shows no mark as text', () => {
    const plain = GUIDE_SECTIONS.flatMap((section) =>
      sectionTexts(section).flatMap((text) =>
        parseInlineParts(text).flatMap((part) => (part.kind === 'words' ? [part.text] : [])),
      ),
    );
    expect(plain.filter((text) => /\*\*|\{\{|!\[| :: |undefined|NaN|\[object/.test(text))).toEqual([]);
  });

  it('tells the numbers that the program uses', () => {
    const all = GUIDE_SECTIONS.flatMap(sectionTexts).join('\n');
    for (const fact of [
      'After 3 wrong passwords or codes in a row an account is locked for 15 minutes',
      'at least 8 characters',
      '0.5% unauthorized, 3% administrative, 15% in all',
      '30 days from detection by the rule, counted here from the alert',
      'up to 20 files at once and 50 MB each',
      'R01',
      `The ${ACTIVITY_TYPES.length} rules`,
    ]) {
      expect(all).toContain(fact);
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
  ])('opens at %s%s with what it says about %s', (pathname, search, topic) => {
    expect(guideTopicAt({ pathname, search })).toBe(topic);
  });
});
