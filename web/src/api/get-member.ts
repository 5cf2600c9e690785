import type { MemberDetail, MemberOverview } from '@clearwatch/contracts/members.dto';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from './http.ts';
import { MEMBERS_KEY } from './list-members.ts';

export interface WantedMember {
  firstName: string;
  lastName: string;
  /** Which account of that name; null: the server chooses the one with the most entries. */
  memberId: number | null;
}

/** One account of a name with its year. */
export function getMember({ firstName, lastName, memberId }: WantedMember) {
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
