import { useSearchParams } from 'react-router-dom';
import { wordIn } from '../../../addresses/read-param.ts';

const TABS = ['trends', 'volume', 'types', 'members'] as const;
export type CompanyTab = (typeof TABS)[number];

interface OpenTab {
  tab: CompanyTab;
  open: (tab: CompanyTab) => void;
}

/** The first tab goes without saying. */
export function useCompanyTab(): OpenTab {
  const [params, setParams] = useSearchParams();
  return {
    tab: wordIn(params, 'tab', TABS) || 'trends',
    open: (tab) =>
      setParams((current) => {
        const changed = new URLSearchParams(current);
        if (tab === 'trends') changed.delete('tab');
        else changed.set('tab', tab);
        return changed;
      }),
  };
}
