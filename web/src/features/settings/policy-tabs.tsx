import { Tabs } from 'antd';
import { useSearchParams } from 'react-router-dom';
import type { PolicyDraft } from './draft/use-policy-draft.ts';
import { RuleList } from './rules/rule-list.tsx';
import { SuppressionList } from './suppressions/suppression-list.tsx';
import { VersionList } from './versions/version-list.tsx';

const TABS = ['rules', 'versions', 'suppressions'] as const;
type Tab = (typeof TABS)[number];

interface PolicyTabsProps {
  editing: PolicyDraft;
  mayEdit: boolean;
}

/** The rules one by one, how they came to be what they are, and where they keep silent. The open tab is in the address. */
export function PolicyTabs({ editing, mayEdit }: PolicyTabsProps) {
  const [params, setParams] = useSearchParams();
  const shown: Tab = TABS.find((tab) => tab === params.get('tab')) ?? 'rules';
  const show = (tab: string): void =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      // What is open above a tab goes with it.
      next.delete('version');
      if (tab === 'rules') next.delete('tab');
      else next.set('tab', tab);
      return next;
    });
  const items = [
    { key: 'rules', label: 'Rules', children: <RuleList editing={editing} mayEdit={mayEdit} /> },
    {
      key: 'versions',
      label: 'Versions',
      children: <VersionList editing={editing} mayEdit={mayEdit} onStarted={() => show('rules')} />,
    },
    { key: 'suppressions', label: 'Suppressions', children: <SuppressionList mayEdit={mayEdit} /> },
  ];
  return (
    <section className="panel policy-tabs" aria-label="Rules, versions and suppressions">
      <Tabs activeKey={shown} items={items} onChange={show} destroyOnHidden={false} />
    </section>
  );
}
