import { RISK_LEVELS } from '@clearwatch/contracts/alerts';
import { MEMBER_SORTS } from '@clearwatch/contracts/sort-orders';
import { ACTIVITY_BANDS, INCOME_BANDS } from '@clearwatch/domain/members/member-bands';
import { readChoiceOf, sortedListFormat } from '../../lib/list-query.ts';
import { readText } from '../../lib/url-params.ts';

export const MEMBERS_PER_PAGE = 50;

export const MEMBER_LIST = sortedListFormat({
  filters: {
    search: readText,
    riskLevel: readChoiceOf(RISK_LEVELS),
    incomeBand: readChoiceOf(INCOME_BANDS),
    activity: readChoiceOf(ACTIVITY_BANDS),
  },
  sorts: MEMBER_SORTS,
  first: { sort: 'name', order: 'asc' },
  pageSize: MEMBERS_PER_PAGE,
});
