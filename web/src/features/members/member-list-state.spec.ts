import { MEMBER_LIST } from './member-list-state.ts';

const {
  isFiltered: isMemberListFiltered,
  none: NO_MEMBER_FILTERS,
  query: memberListQuery,
  read: readMemberList,
  write: writeMemberList,
} = MEMBER_LIST;

const read = (address: string) => readMemberList(new URLSearchParams(address));

describe('member list state', () => {
  it('the state of the member list is written to the URL and read back', () => {
    const state = {
      search: 'a & b = 100%',
      riskLevel: 'high',
      incomeBand: 'medium',
      activity: 'old',
      sort: 'totalCredits',
      order: 'desc',
      page: 3,
    } as const;
    expect(readMemberList(writeMemberList(state))).toEqual(state);
  });

  it('the member list is unfiltered and sorted by name by default', () => {
    expect(read('')).toEqual({ ...NO_MEMBER_FILTERS, sort: 'name', order: 'asc', page: 1 });
    expect(writeMemberList(read('')).toString()).toBe('');
  });

  it.each([
    'riskLevel=severe',
    'incomeBand=__proto__',
    'activity=1',
    'sort=constructor',
    'page=0',
    'page=1e3',
    'page=1000001',
  ])('the member list ignores the invalid URL parameter %s', (address) => {
    expect(read(address)).toEqual(read(''));
  });

  it('the member list requests one page of fifty members in the current order', () => {
    expect(memberListQuery(read('search=x&sort=riskLevel&order=desc'))).toBe(
      'search=x&sort=riskLevel&order=desc&page=1&pageSize=50',
    );
  });

  it('the member list counts as filtered only when a filter is set, not when its page or order changes', () => {
    expect(isMemberListFiltered(read('page=2&sort=riskLevel'))).toBe(false);
    expect(isMemberListFiltered(read('activity=old'))).toBe(true);
  });
});
