import { useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { stepsBackTo, writtenAs } from './visited-steps.ts';

interface AddressForm<State> {
  /** Whatever makes no sense in an address is left out rather than shown as an error. */
  read: (params: URLSearchParams) => State;
  write: (state: State) => URLSearchParams;
  /** Names of what else the screen keeps in the address: it stays as it is. */
  beside?: readonly string[];
}

interface AddressState<State> {
  state: State;
  /** Any change leads back to the first page, unless it is the page that changes. */
  change: (part: Partial<State>) => void;
  /**
   * The same for text as it is typed: beginning to search is a step in the browser's history, every further letter is not, and
   * clearing the field again takes the step back.
   */
  amend: (part: Partial<State>) => void;
}

/** What a list shows lives in the address: it can be bookmarked, sent to a colleague and gone back to. */
export function useAddressState<State extends { page: number }>({
  read,
  write,
  beside = [],
}: AddressForm<State>): AddressState<State> {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const state = useMemo(() => read(params), [read, params]);
  const changed = (part: Partial<State>): URLSearchParams => {
    const target = write(Object.assign({}, state, { page: 1 }, part));
    for (const name of beside) for (const value of params.getAll(name)) target.append(name, value);
    return target;
  };

  const amend = (part: Partial<State>): void => {
    const target = changed(part);
    const begins = Object.keys(part).every((name) => state[name as keyof State] === '');
    const isBack = stepsBackTo(writtenAs({ pathname, search: target.toString() }), () => false) === 1;
    if (isBack) void navigate(-1);
    else setParams(target, { replace: !begins });
  };
  const change = (part: Partial<State>): void => {
    const target = changed(part);
    // What stands so already is no step.
    if (target.toString() !== params.toString()) setParams(target);
  };
  return { state, change, amend };
}
