import type { MemberDetail, MemberOverview, MemberRow, MembersOverview } from '@clearwatch/contracts/members.dto';
import { jsonQuery, pageQuery } from './api-client.ts';

export const MEMBERS_KEY = ['/api/members'] as const;

export const listMembers = (query: string) =>
  pageQuery<MemberRow>([...MEMBERS_KEY, 'list', query], `/api/members?${query}`);
export const getMembersOverview = () => jsonQuery<MembersOverview>([...MEMBERS_KEY, 'summary'], '/api/members/summary');

export interface MemberQuery {
  firstName: string;
  lastName: string;
  /** Null: the account under that name with the most entries. */
  memberId: number | null;
}

export function getMember({ firstName, lastName, memberId }: MemberQuery) {
  const path = `/api/members/detail/${encodeURIComponent(firstName)}/${encodeURIComponent(lastName)}`;
  const query = memberId === null ? '' : `?member=${memberId}`;
  return jsonQuery<MemberDetail>([...MEMBERS_KEY, 'detail', firstName, lastName, memberId], path + query);
}

export const getMemberOverview = (memberId: number) =>
  jsonQuery<MemberOverview>([...MEMBERS_KEY, memberId, 'overview'], `/api/members/${memberId}/overview`);
