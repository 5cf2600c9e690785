import type { MemberRow, MembersOverview } from '@clearwatch/contracts/members.dto';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { requestJson } from './http.ts';
import { requestPage } from './page.ts';

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
