import { AUDIT_ACTION_NAMES } from '@clearwatch/contracts/audit-events';
import {
  actionGroups,
  auditAddressParams,
  auditPageQuery,
  isAuditFiltered,
  NO_AUDIT_FILTERS,
  readAuditFilters,
} from './audit-log-filters.ts';

const read = (address: string) => readAuditFilters(new URLSearchParams(address));

describe('audit log filters', () => {
  it('audit log filters are restored from the URL', () => {
    const filters = {
      search: 'a & b = 100%',
      action: 'user.created',
      actorId: '12',
      subjectType: 'alert',
      subjectId: '17',
      from: '2026-02-28',
      to: '2026-03-01',
      page: 3,
    };
    expect(readAuditFilters(auditAddressParams(filters))).toEqual(filters);
  });

  it.each([
    'action=user.invented',
    'action=__proto__',
    'actorId=0',
    'actorId=1%20or%201=1',
    'from=2026-02-30',
    'to=yesterday',
    'page=-1',
    'page=1e9',
    'subjectType=DROP%20TABLE',
    'search=%20%20',
  ])('audit log filters ignore invalid values in %s', (address) => {
    expect(read(address)).toEqual(NO_AUDIT_FILTERS);
  });

  it('the audit log counts as filtered when any filter is set, but not when only a page is set', () => {
    expect(isAuditFiltered(read('page=2'))).toBe(false);
    expect(isAuditFiltered(read('action=user'))).toBe(true);
  });

  it('the audit log requests one page of fifty events', () => {
    expect(auditPageQuery(read('search=x')).toString()).toBe('search=x&page=1&pageSize=50');
  });

  it('the action filter of the audit log offers every action once, with each area before its actions', () => {
    const options = actionGroups().flatMap((group) => group.options.map(({ value }) => value));
    expect(options.filter((value) => value.includes('.')).toSorted()).toEqual(AUDIT_ACTION_NAMES.toSorted());
    expect(options.slice(0, 2)).toEqual(['session', 'session.signed_in']);
  });
});
