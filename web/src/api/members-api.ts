import type {
  MemberDetail,
  MemberOverview,
  MemberRow,
  MembersOverview,
} from '@clearwatch/contracts/members.dto';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { requestJson, requestPage } from './api-client.ts';

export const MEMBERS_KEY = ['/api/members'] as const;

export function listMembers(query: string) {
  return queryOptions({
    queryKey: [...MEMBERS_KEY, 'list', query],
    queryFn: ({ signal }) => requestPage<MemberRow>(`/api/members?${query}`, signal),
    placeholderData: keepPreviousData,
  });
}

export function getMembersOverview() {
  return queryOptions({
    queryKey: [...MEMBERS_KEY, 'summary'],
    queryFn: ({ signal }) => requestJson<MembersOverview>('/api/members/summary', { signal }),
  });
}

export interface MemberQuery {
  firstName: string;
  lastName: string;
  memberId: number | null;
}

export function getMember({ firstName, lastName, memberId }: MemberQuery) {
  const path = `/api/members/detail/${encodeURIComponent(firstName)}/${encodeURIComponent(lastName)}`;
  const narrowed = memberId === null ? path : `${path}?member=${memberId}`;
  return queryOptions({
    queryKey: [...MEMBERS_KEY, 'detail', firstName, lastName, memberId],
    queryFn: ({ signal }) => requestJson<MemberDetail>(narrowed, { signal }),
  });
}

export function getMemberOverview(memberId: number) {
  return queryOptions({
    queryKey: [...MEMBERS_KEY, memberId, 'overview'],
    queryFn: ({ signal }) => requestJson<MemberOverview>(`/api/members/${memberId}/overview`, { signal }),
  });
}
