import { useSearchParams } from 'react-router-dom';
import { numberIn } from './read-param.ts';

/** The server refuses pages beyond. */
const LAST_PAGE = 1_000_000;

interface AddressPage {
  /** From 1. */
  page: number;
  turnTo: (page: number) => void;
}

/** The page lives in the address: whoever reloads, or follows a link, stands where he stood. What else it says stays. */
export function useAddressPage(name = 'page'): AddressPage {
  const [params, setParams] = useSearchParams();
  const asked = numberIn(params, name) ?? 1;
  return {
    page: asked <= LAST_PAGE ? asked : 1,
    turnTo: (page) =>
      setParams((current) => {
        const turned = new URLSearchParams(current);
        if (page === 1) turned.delete(name);
        else turned.set(name, String(page));
        return turned;
      }),
  };
}
