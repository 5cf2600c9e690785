import { useSearchParams } from 'react-router-dom';

interface HistoryPage {
  /** From 1. */
  page: number;
  turnTo: (page: number) => void;
}

/** The page lives in the address: whoever reloads, or follows a link, stands where he stood. */
export function useHistoryPage(): HistoryPage {
  const [params, setParams] = useSearchParams();
  const asked = params.get('page') ?? '';
  return {
    page: /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1,
    turnTo: (page) =>
      setParams((current) => {
        const turned = new URLSearchParams(current);
        if (page === 1) turned.delete('page');
        else turned.set('page', String(page));
        return turned;
      }),
  };
}
