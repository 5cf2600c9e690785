import { useAddressWord } from '../../../addresses/use-address-word.ts';

const TABS = ['trends', 'volume', 'types', 'members'] as const;
export type CompanyTab = (typeof TABS)[number];

interface OpenTab {
  tab: CompanyTab;
  open: (tab: CompanyTab) => void;
}

/** The first tab goes without saying. */
export function useCompanyTab(): OpenTab {
  const [tab, open] = useAddressWord('tab', TABS);
  return { tab, open };
}
