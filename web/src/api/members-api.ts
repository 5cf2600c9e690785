import type {
  MemberDetail,
  MemberOverview,
  MemberRow,
  MembersOverview,
} from '@clearwatch/contracts/members.dto';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { requestJson, requestPage } from './api-client.ts';

/** Everything read about members begins with it. */
export const MEMBERS_KEY = ['/api/members'] as const;

/** One page of members. @param query search, filters, sort, page and page size as the server names them */
export function listMembers(query: string) {
  return queryOptions({
    queryKey: [...MEMBERS_KEY, 'list', query],
    queryFn: ({ signal }) => requestPage<MemberRow>(`/api/members?${query}`, signal),
    // The page before stays until the next one is there: the table does not jump.
    placeholderData: keepPreviousData,
  });
}

/** The four cards above the list. */
export function getMembersOverview() {
  return queryOptions({
    queryKey: [...MEMBERS_KEY, 'summary'],
    queryFn: ({ signal }) => requestJson<MembersOverview>('/api/members/summary', { signal }),
  });
}

export interface MemberQuery {
  firstName: string;
  lastName: string;
  /** Which account of that name; null: the server chooses the one with the most entries. */
  memberId: number | null;
}

/** One account of a name with its year. */
export function getMember({ firstName, lastName, memberId }: MemberQuery) {
  const path = `/api/members/detail/${encodeURIComponent(firstName)}/${encodeURIComponent(lastName)}`;
  const narrowed = memberId === null ? path : `${path}?member=${memberId}`;
  return queryOptions({
    queryKey: [...MEMBERS_KEY, 'detail', firstName, lastName, memberId],
    queryFn: ({ signal }) => requestJson<MemberDetail>(narrowed, { signal }),
  });
}

/** Everything else that is known of one account: companies, alerts, imports, comparisons. */
export function getMemberOverview(memberId: number) {
  return queryOptions({
    queryKey: [...MEMBERS_KEY, memberId, 'overview'],
    queryFn: ({ signal }) => requestJson<MemberOverview>(`/api/members/${memberId}/overview`, { signal }),
  });
}
