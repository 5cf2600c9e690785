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

describe('alert list state', () => {
  it('the state of the alert list is written to the URL and read back', () => {
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

  it('the alert list is unfiltered and in worklist order by default', () => {
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
  ])('the alert list ignores the invalid parameter %s', (address) => {
    expect(read(address)).toEqual(read(''));
  });

  it.each([
    ['high', { riskLevel: 'high' }],
    ['unreviewed', { reviewed: 'false' }],
    ['velocity', { category: 'Velocity & Testing' }],
    ['categories', {}],
  ])('the alert list on the tab %s has the filter %o', (tab, filter) => {
    expect(queryOf(`tab=${tab}`)).toEqual({ ...PAGE, ...filter });
  });

  it('the alert list drops filters that contradict the tab', () => {
    expect(queryOf('tab=high&riskLevel=low')).toEqual({ ...PAGE, riskLevel: 'high' });
    expect(queryOf('tab=unreviewed&reviewed=true&outcome=explained')).toEqual({ ...PAGE, reviewed: 'false' });
    expect(queryOf('tab=velocity&category=Structuring&activityType=structuring')).toEqual({
      ...PAGE,
      category: 'Velocity & Testing',
    });
  });

  it('the alert list drops a type of another category', () => {
    expect(read('category=Structuring&activityType=bec_pattern').activityType).toBe('');
    expect(read('category=Structuring&activityType=structuring').activityType).toBe('structuring');
  });

  it('the alert list does not count tab, order and page as filters', () => {
    expect(isAlertListFiltered(read(`tab=high&sort=${ALERT_SORTS[1]}&page=2`))).toBe(false);
    expect(isAlertListFiltered(read('assignee=me'))).toBe(true);
  });

  it('the alert list detects a reversed date range', () => {
    expect(isRangeReversed(read('from=2026-02-02&to=2026-02-01'))).toBe(true);
    expect(isRangeReversed(read('from=2026-02-01&to=2026-02-01'))).toBe(false);
    expect(isRangeReversed(read('from=2026-02-01'))).toBe(false);
  });
});
