import { useSearchParams } from 'react-router-dom';
import { numberIn } from './read-param.ts';
import { useCloseInAddress } from './use-close-in-address.ts';

export interface OpenedInAddress {
  /** Null: none. */
  id: number | null;
  open: (id: number) => void;
  /** From one to another of the same list: the way back leads to the list, not through all of them. */
  turnTo: (id: number) => void;
  close: () => void;
}

/**
 * Something opened above a screen, by its number, lives in the address: it can be reloaded, sent to a colleague and gone back to.
 *
 * @param within of parameters that say how it is shown: closed with it
 */
export function useOpenedInAddress(name: string, within: readonly string[] = []): OpenedInAddress {
  const [params, setParams] = useSearchParams();
  const close = useCloseInAddress([name, ...within]);
  const set = (id: number, replace: { replace?: true } = {}): void =>
    setParams((current) => {
      const changed = new URLSearchParams(current);
      changed.set(name, String(id));
      return changed;
    }, replace);
  return {
    id: numberIn(params, name),
    open: (id) => set(id),
    turnTo: (id) => set(id, { replace: true }),
    close,
  };
}
