import { useSearchParams } from 'react-router-dom';
import { type OpenedInAddress, useOpenedInAddress } from '../addresses/use-opened-in-address.ts';

const NAME = 'transaction';

/** Which entry is open, on every screen. Opened without a link from the row of a table. */
export function useOpenedTransaction(): OpenedInAddress {
  return useOpenedInAddress(NAME);
}

/** The address of the screen shown now with this entry open, as the target of a link. */
export function useTransactionAddress(id: number): { search: string } {
  const [params] = useSearchParams();
  const opened = new URLSearchParams(params);
  opened.set(NAME, String(id));
  return { search: `?${opened.toString()}` };
}
