import { useSearchParams } from 'react-router-dom';

interface NamesInAddress {
  has: (name: string) => boolean;
  /** Exactly these from now on. */
  set: (names: readonly string[]) => void;
  toggle: (name: string) => void;
}

/**
 * What of many things on a screen is opened or turned over lives in the address, each by its name: it can be reloaded and sent
 * to a colleague. A step to go back through it is not.
 *
 * @param parameter unlike all others of its screen
 */
export function useNamesInAddress(parameter: string): NamesInAddress {
  const [params, setParams] = useSearchParams();
  const named = params.getAll(parameter);
  const set = (names: readonly string[]): void =>
    setParams(
      (current) => {
        const changed = new URLSearchParams(current);
        changed.delete(parameter);
        for (const name of names) changed.append(parameter, name);
        return changed;
      },
      { replace: true },
    );
  return {
    has: (name) => named.includes(name),
    set,
    toggle: (name) => set(named.includes(name) ? named.filter((one) => one !== name) : [...named, name]),
  };
}
