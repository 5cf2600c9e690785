import { SolutionOutlined } from '@ant-design/icons';
import type { MemberRow } from '@clearwatch/contracts/members.dto';
import { maskAccount } from '@clearwatch/domain/members/member-names';
import { memberAddress } from '../../../addresses/member-address.ts';
import { requestPage } from '../../../api/page.ts';
import type { Entry } from '../entry.ts';
import { listed } from './listed.ts';
import type { Source } from './source.ts';

const LEAST_LETTERS = 2;

/** By any part of a name, a company or an account number. */
export const members: Source = {
  id: 'members',
  title: 'Members',
  failed: 'Members could not be searched.',
  takes: (text) => text.length >= LEAST_LETTERS,
  find: async ({ text, signal }) => {
    const { items, total } = await requestPage<MemberRow>(listed('/api/members', { search: text }), signal);
    const list = `/analysis?${new URLSearchParams({ search: text }).toString()}`;
    return { entries: items.map((member) => toEntry(member, text)), total, list };
  },
};

/** The whole account number is shown only to who knows part of it already. */
function toEntry(member: MemberRow, text: string): Entry {
  const { id, displayName, accountNumber, company, riskLevel } = member;
  const account = accountNumber.includes(text) ? accountNumber : maskAccount(accountNumber);
  const risk = riskLevel === 'low' ? '' : `${riskLevel} risk`;
  return {
    id: `member-${id}`,
    label: displayName,
    detail: [`Account ${account}`, company, risk].filter((part) => part !== '').join(' · '),
    icon: SolutionOutlined,
    does: { jump: { to: memberAddress(member) } },
  };
}
