import { useSearchParams } from 'react-router-dom';
import { numberIn } from '../addresses/read-param.ts';

const NAME = 'alert';

interface OpenedAlert {
  /** Null: none. */
  id: number | null;
  open: (id: number) => void;
  /** From one alert to another of the same list: the way back leads to the list, not through all of them. */
  turnTo: (id: number) => void;
  close: () => void;
}

/** Which alert's evidence is open lives in the address, on every screen: it can be reloaded, sent to a colleague and gone back to. */
export function useOpenedAlert(): OpenedAlert {
  const [params, setParams] = useSearchParams();
  const set = (id: number | null, replace: { replace?: true } = {}): void =>
    setParams((current) => {
      const changed = new URLSearchParams(current);
      if (id === null) changed.delete(NAME);
      else changed.set(NAME, String(id));
      return changed;
    }, replace);
  return {
    id: numberIn(params, NAME),
    open: (id) => set(id),
    turnTo: (id) => set(id, { replace: true }),
    close: () => set(null),
  };
}

/** The address of the screen shown now with this alert open, as the target of a link. */
export function useAlertAddress(id: number): { search: string } {
  const [params] = useSearchParams();
  const opened = new URLSearchParams(params);
  opened.set(NAME, String(id));
  return { search: `?${opened.toString()}` };
}
