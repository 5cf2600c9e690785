import { useLocation, useNavigate } from 'react-router-dom';
import { stepsBackTo, writtenAs } from './visited-steps.ts';

/**
 * Closes what an address opens: goes back to the step before it was opened, so that the browser's way back does not open it
 * again. Where that step is not known, after a reload or from a link, the address is changed on the spot.
 *
 * @param names of the parameters that open it
 */
export function useCloseInAddress(names: readonly string[]): () => void {
  const navigate = useNavigate();
  const here = useLocation();
  const without = ({ pathname, search }: { pathname: string; search: string }): string => {
    const params = new URLSearchParams(search);
    for (const name of names) params.delete(name);
    return writtenAs({ pathname, search: params.toString() });
  };
  return () => {
    const closed = without(here);
    // From one alert to another it was open all the while.
    const back = stepsBackTo(
      closed,
      (address) => without(new URL(address, window.location.origin)) === closed,
    );
    if (back === null) void navigate(closed, { replace: true });
    else void navigate(-back);
  };
}
