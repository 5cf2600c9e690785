import { isRangeReversed } from '../../lib/list-query.ts';
import {
  ALERT_SORTS,
  alertListQuery,
  isAlertListFiltered,
  NO_ALERT_FILTERS,
  readAlertList,
  writeAlertList,
} from './alert-list-state.ts';

const read = (address: string) => readAlertList(new URLSearchParams(address));
const queryOf = (address: string) => Object.fromEntries(new URLSearchParams(alertListQuery(read(address))));
const PAGE = { sort: 'worklist', page: '1', pageSize: '20' };

describe('what the list of alerts shows', () => {
  it('comes back from the address it was written to', () => {
    const state = {
      tab: 'all',
      search: "o'neil & sons",
      category: 'Velocity & Testing',
      activityType: 'test_then_large',
      riskLevel: 'medium',
      reviewed: 'true',
      outcome: 'none',
      assignee: '12',
      memberId: '7',
      from: '2026-01-01',
      to: '2026-02-28',
      due: 'true',
      sort: '-amount',
      page: 3,
    } as const;
    expect(readAlertList(writeAlertList(state))).toEqual(state);
  });

  it('is everything in the order of the worklist unless the address says otherwise', () => {
    expect(read('')).toEqual({ ...NO_ALERT_FILTERS, tab: 'all', sort: 'worklist', page: 1 });
    expect(writeAlertList(read('')).toString()).toBe('');
    expect(queryOf('')).toEqual(PAGE);
  });

  it.each([
    'tab=none',
    'category=Fraud',
    'activityType=toString',
    'riskLevel=severe',
    'reviewed=1',
    'outcome=guilty',
    'assignee=everybody',
    'assignee=0',
    'memberId=-1',
    'from=2026-02-30',
    'to=yesterday',
    'due=false',
    'sort=id',
    'page=0',
  ])('leaves out what makes no sense in %s', (address) => {
    expect(read(address)).toEqual(read(''));
  });

  it.each([
    ['high', { riskLevel: 'high' }],
    ['unreviewed', { reviewed: 'false' }],
    ['velocity', { category: 'Velocity & Testing' }],
    ['categories', {}],
  ])('on the tab %s is filtered by %o', (tab, filter) => {
    expect(queryOf(`tab=${tab}`)).toEqual({ ...PAGE, ...filter });
  });

  it('does not let a filter contradict its tab', () => {
    expect(queryOf('tab=high&riskLevel=low')).toEqual({ ...PAGE, riskLevel: 'high' });
    expect(queryOf('tab=unreviewed&reviewed=true&outcome=explained')).toEqual({ ...PAGE, reviewed: 'false' });
    expect(queryOf('tab=velocity&category=Structuring&activityType=structuring')).toEqual({
      ...PAGE,
      category: 'Velocity & Testing',
    });
  });

  it('lets go of a type that belongs to another category', () => {
    expect(read('category=Structuring&activityType=bec_pattern').activityType).toBe('');
    expect(read('category=Structuring&activityType=structuring').activityType).toBe('structuring');
  });

  it('is filtered by more than its tab, its order and its page', () => {
    expect(isAlertListFiltered(read(`tab=high&sort=${ALERT_SORTS[1]}&page=2`))).toBe(false);
    expect(isAlertListFiltered(read('assignee=me'))).toBe(true);
  });

  it('knows when no day can lie between', () => {
    expect(isRangeReversed(read('from=2026-02-02&to=2026-02-01'))).toBe(true);
    expect(isRangeReversed(read('from=2026-02-01&to=2026-02-01'))).toBe(false);
    expect(isRangeReversed(read('from=2026-02-01'))).toBe(false);
  });
});
