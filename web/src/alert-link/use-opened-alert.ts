import { useSearchParams } from 'react-router-dom';
import { type OpenedInAddress, useOpenedInAddress } from '../addresses/use-opened-in-address.ts';

const NAME = 'alert';
/** Whether its days are shown as a table: closed with it. */
export const TIMELINE_NAME = 'timeline';

/** Which alert's evidence is open, on every screen. */
export function useOpenedAlert(): OpenedInAddress {
  return useOpenedInAddress(NAME, [TIMELINE_NAME]);
}

/** The address of the screen shown now with this alert open, as the target of a link. */
export function useAlertAddress(id: number): { search: string } {
  const [params] = useSearchParams();
  const opened = new URLSearchParams(params);
  opened.set(NAME, String(id));
  return { search: `?${opened.toString()}` };
}
