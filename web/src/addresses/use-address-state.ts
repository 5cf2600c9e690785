import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

interface AddressForm<State> {
  /** Whatever makes no sense in an address is left out rather than shown as an error. */
  read: (params: URLSearchParams) => State;
  write: (state: State) => URLSearchParams;
}

interface AddressState<State> {
  state: State;
  /** Any change leads back to the first page, unless it is the page that changes. */
  change: (part: Partial<State>) => void;
  /** The same without a step in the browser's history: for text as it is typed. */
  amend: (part: Partial<State>) => void;
}

/** What a list shows lives in the address: it can be bookmarked, sent to a colleague and gone back to. */
export function useAddressState<State extends { page: number }>({
  read,
  write,
}: AddressForm<State>): AddressState<State> {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => read(params), [read, params]);
  const go = (part: Partial<State>, replace: { replace?: true }): void =>
    setParams(write(Object.assign({}, state, { page: 1 }, part)), replace);
  return {
    state,
    change: (part) => go(part, {}),
    amend: (part) => go(part, { replace: true }),
  };
}
