import { BankOutlined } from '@ant-design/icons';
import type { CompanySummary } from '@clearwatch/contracts/companies.dto';
import { companyAddress } from '../../../addresses/company-address.ts';
import { requestPage } from '../../../api/page.ts';
import { formatCounted } from '../../../formats/count.ts';
import type { Entry } from '../entry.ts';
import { listed } from './listed.ts';
import type { Source } from './source.ts';

const LEAST_LETTERS = 2;

/** By any part of the name. */
export const companies: Source = {
  id: 'companies',
  title: 'Companies',
  failed: 'Companies could not be searched.',
  takes: (text) => text.length >= LEAST_LETTERS,
  find: async ({ text, signal }) => {
    const path = listed('/api/companies/summary', { company: text });
    const { items, total } = await requestPage<CompanySummary>(path, signal);
    const list = `/companies?${new URLSearchParams({ company: text }).toString()}`;
    return { entries: items.map(toEntry), total, list };
  },
};

function toEntry({ company, memberCount, totalTransactions }: CompanySummary): Entry {
  return {
    id: `company-${company}`,
    label: company,
    detail: `${formatCounted(memberCount, 'member')} · ${formatCounted(totalTransactions, 'transaction')}`,
    icon: BankOutlined,
    does: { jump: { to: companyAddress(company) } },
  };
}
