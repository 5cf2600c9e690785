import type { CompanyDetail } from '@clearwatch/contracts/companies.dto';
import { Tabs } from 'antd';
import type { ReactNode } from 'react';
import { CompanyMembers } from './company-members.tsx';
import { CompanyTransactionTypes } from './company-transaction-types.tsx';
import { CompanyTrends } from './company-trends.tsx';
import { CompanyVolume } from './company-volume.tsx';
import { type CompanyTab, useCompanyTab } from './use-company-tab.ts';

/** Four views of one company; which one is open stands in the address. */
export function CompanyTabs({ detail }: { detail: CompanyDetail }) {
  const { tab, open } = useCompanyTab();
  const items: { key: CompanyTab; label: string; children: ReactNode }[] = [
    { key: 'trends', label: 'Trends', children: <CompanyTrends weeks={detail.weeklyData} /> },
    { key: 'volume', label: 'Volume', children: <CompanyVolume months={detail.monthlyData} /> },
    {
      key: 'types',
      label: 'Transaction Types',
      children: <CompanyTransactionTypes types={detail.transactionTypes} />,
    },
    {
      key: 'members',
      label: 'Members',
      children: <CompanyMembers members={detail.members} count={detail.memberCount} />,
    },
  ];
  return (
    <Tabs
      className="company-tabs"
      activeKey={tab}
      items={items}
      onChange={(key) => open(key as CompanyTab)}
      // A chart that is not seen has no size to draw itself in.
      destroyOnHidden
      animated={false}
    />
  );
}
