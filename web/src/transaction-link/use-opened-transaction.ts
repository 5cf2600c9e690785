import { useSearchParams } from 'react-router-dom';

const NAME = 'transaction';

interface OpenedTransaction {
  /** Null: none. */
  id: number | null;
  /** Without a link: from the row of a table. */
  open: (id: number) => void;
  close: () => void;
}

/** Which entry is open lives in the address, on every screen: it can be reloaded, sent to a colleague and gone back to. */
export function useOpenedTransaction(): OpenedTransaction {
  const [params, setParams] = useSearchParams();
  const asked = params.get(NAME) ?? '';
  return {
    id: /^[1-9]\d{0,14}$/.test(asked) ? Number(asked) : null,
    open: (id) =>
      setParams((current) => {
        const opened = new URLSearchParams(current);
        opened.set(NAME, String(id));
        return opened;
      }),
    close: () =>
      setParams((current) => {
        const left = new URLSearchParams(current);
        left.delete(NAME);
        return left;
      }),
  };
}

/** The address of the screen shown now with this entry open, as the target of a link. */
export function useTransactionAddress(id: number): { search: string } {
  const [params] = useSearchParams();
  const opened = new URLSearchParams(params);
  opened.set(NAME, String(id));
  return { search: `?${opened.toString()}` };
}
