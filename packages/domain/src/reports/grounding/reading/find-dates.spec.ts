import { whatIsSaid } from '../../testing/what-is-said.ts';
import { findDates } from './find-dates.ts';

const said = (text: string) => whatIsSaid(text, findDates);

describe('days and months', () => {
  test.each([
    ['2026-07-22', ['2026-07-22: day 2026-7-22']],
    ['7/22/2026', ['7/22/2026: day 2026-7-22']],
    ['7/22/26', ['7/22/26: day 2026-7-22']],
    ['Jul 22, 2026', ['Jul 22, 2026: day 2026-7-22']],
    ['Sept. 3', ['Sept. 3: day ????-9-3']],
    ['July 4th', ['July 4th: day ????-7-4']],
    ['the 22nd of July 2026', ['22nd of July 2026: day 2026-7-22']],
    ['Jul 22–28, 2026', ['Jul 22: day 2026-7-22', '28, 2026: day 2026-7-28']],
    ['on Jul 2nd to 13th', ['Jul 2nd: day ????-7-2', '13th: day ????-7-13']],
    ['July 2026', ['July 2026: month 2026-7']],
    ['2026-12', ['2026-12: month 2026-12']],
    ['2026-01', ['2026-01: month 2026-1']],
    ['in May', ['May: month ????-5']],
    ['they may leave and march on', []],
    ['December', ['December: month ????-12']],
    ['Feb 29', ['Feb 29: day ????-2-29']],
    ['Feb 29, 2026', ['Feb 29, 2026: unclear']],
    ['Feb 30', ['Feb 30: unclear']],
    ['2026-02-30', ['2026-02-30: unclear']],
    ['13/13/2026', ['13/13/2026: unclear']],
    ['Jul 22, 2026 and Jul 23, 2026', ['Jul 22, 2026: day 2026-7-22', 'Jul 23, 2026: day 2026-7-23']],
  ])('%s', (text, expected) => {
    expect(said(text)).toEqual(expected);
  });
});
