import { COMPANY_LIST } from './company-list-state.ts';

const {
  isFiltered: isCompanyListFiltered,
  none: NO_COMPANY_FILTERS,
  query: companyListQuery,
  read: readCompanyList,
  write: writeCompanyList,
} = COMPANY_LIST;
const hasAdvancedCompanyFilters = (state: ReturnType<typeof readCompanyList>) =>
  isCompanyListFiltered({ ...state, search: '' });

const read = (address: string) => readCompanyList(new URLSearchParams(address));

describe('company list state', () => {
  it('the company list is restored from the URL', () => {
    const state = {
      ...NO_COMPANY_FILTERS,
      search: 'a & b',
      company: '100% Cotton',
      riskLevel: 'medium',
      membersAbove: '5',
      volumeBelow: '$1,000.50',
      sort: 'company',
      order: 'asc',
      page: 2,
    } as const;
    expect(readCompanyList(writeCompanyList(state))).toEqual(state);
  });

  it('the company list is sorted by partnership score and unfiltered by default', () => {
    expect(read('')).toEqual({ ...NO_COMPANY_FILTERS, sort: 'partnershipScore', order: 'desc', page: 1 });
    expect(writeCompanyList(read('')).toString()).toBe('');
  });

  it.each(['riskLevel=severe', 'sort=constructor', 'order=up', 'page=-2'])(
    'the company list ignores invalid values in %s',
    (address) => {
      expect(read(address)).toEqual(read(''));
    },
  );

  it('the company list applies only one limit per figure', () => {
    expect(read('membersAbove=5&membersBelow=2&creditsBelow=7')).toEqual(read('membersAbove=5&creditsBelow=7'));
  });

  it('the company list requests one page of fifty in the shown order', () => {
    expect(companyListQuery(read('creditsAbove=100&page=3'))).toBe(
      'creditsAbove=100&sort=partnershipScore&order=desc&page=3&pageSize=50',
    );
  });

  it('the company list reports whether it is filtered, also beyond the search field', () => {
    expect([isCompanyListFiltered(read('')), hasAdvancedCompanyFilters(read(''))]).toEqual([false, false]);
    expect([isCompanyListFiltered(read('search=a')), hasAdvancedCompanyFilters(read('search=a'))]).toEqual([
      true,
      false,
    ]);
    expect(hasAdvancedCompanyFilters(read('debitsBelow=7'))).toBe(true);
  });
});
