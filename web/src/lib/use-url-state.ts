import { useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { normalizeUrl, stepsBackTo } from './browser-history.ts';
import { readChoice, readPage, readPositiveInteger, withParams } from './url-params.ts';

const REPLACE = { replace: true } as const;

export function useSetParam() {
  const [, setParams] = useSearchParams();
  return (name: string, value: string | null, options?: { replace?: boolean }): void =>
    setParams((current) => withParams(current, { [name]: value }), options);
}

export function useParamLink(name: string, value: number): { search: string } {
  const [params] = useSearchParams();
  return { search: `?${withParams(params, { [name]: value })}` };
}

export function useUrlPage(pageSize: number, name = 'page') {
  const [params] = useSearchParams();
  const setParam = useSetParam();
  return {
    page: readPage(params, name),
    pageSize,
    onPage: (page: number) => setParam(name, page === 1 ? null : String(page)),
  };
}

export interface UrlStateFormat<State> {
  read: (params: URLSearchParams) => State;
  write: (state: State) => URLSearchParams;
  otherParams?: readonly string[];
}

/** The URL contains the state of a list, so it can be bookmarked, shared and restored with Back. */
export function useUrlState<State extends { page: number }>(format: UrlStateFormat<State>) {
  const { read, write, otherParams = [] } = format;
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const state = useMemo(() => read(params), [read, params]);
  /** Returns to the first page unless the page itself changes. */
  const targetOf = (part: Partial<State>): URLSearchParams => {
    const target = write(Object.assign({}, state, { page: 1 }, part));
    for (const name of otherParams) for (const value of params.getAll(name)) target.append(name, value);
    return target;
  };
  return {
    state,
    change: (part: Partial<State>): void => {
      const target = targetOf(part);
      if (target.toString() !== params.toString()) setParams(target);
    },
    /** For text as users type: the first letter adds a history step, later letters replace it, clearing goes back. */
    amend: (part: Partial<State>): void => {
      const target = targetOf(part);
      const isFirst = Object.keys(part).every((name) => state[name as keyof State] === '');
      const isBack = stepsBackTo(normalizeUrl({ pathname, search: target.toString() }), () => false) === 1;
      if (isBack) void navigate(-1);
      else setParams(target, { replace: !isFirst });
    },
  };
}

/** The first word is the default and is left out of the address. */
export function useUrlChoice<Word extends string>(
  name: string,
  words: readonly [Word, ...Word[]],
): [Word, (word: Word) => void] {
  const [params] = useSearchParams();
  const setParam = useSetParam();
  const [defaultWord] = words;
  return [readChoice(params, name, words) || defaultWord, (word) => setParam(name, word === defaultWord ? null : word)];
}

/** Goes back to the step before the view was opened. If that is unknown (reload, link), replaces the address. */
export function useCloseThroughUrl(names: readonly string[]): () => void {
  const navigate = useNavigate();
  const here = useLocation();
  const without = ({ pathname, search }: { pathname: string; search: string }): string => {
    const params = withParams(search, Object.fromEntries(names.map((name) => [name, null])));
    return normalizeUrl({ pathname, search: params.toString() });
  };
  return () => {
    const closed = without(here);
    // The view stays open while the user steps between alerts.
    const isOpenAt = (address: string) => without(new URL(address, window.location.origin)) === closed;
    const back = stepsBackTo(closed, isOpenAt);
    if (back === null) void navigate(closed, REPLACE);
    else void navigate(-back);
  };
}

const DIALOG_PARAM = 'dialog';

/** Confirmations have no address: a link must not open a deletion prompt. */
export function useUrlDialog(dialog: string) {
  const [params] = useSearchParams();
  const setParam = useSetParam();
  const close = useCloseThroughUrl([DIALOG_PARAM]);
  return {
    isOpen: params.get(DIALOG_PARAM) === dialog,
    open: () => setParam(DIALOG_PARAM, dialog),
    close,
  };
}

/** Replaces the address, so a change adds no step to the browser history. */
export function useUrlNameSet(parameter: string) {
  const [params, setParams] = useSearchParams();
  const named = params.getAll(parameter);
  const set = (names: readonly string[]): void =>
    setParams((current) => {
      const changed = withParams(current, { [parameter]: null });
      for (const name of names) changed.append(parameter, name);
      return changed;
    }, REPLACE);
  return {
    has: (name: string) => named.includes(name),
    set,
    toggle: (name: string) => set(named.includes(name) ? named.filter((other) => other !== name) : [...named, name]),
  };
}

/** @param within parameters that closing also removes */
export function useOpenIdInUrl(name: string, within: readonly string[] = []) {
  const [params] = useSearchParams();
  const setParam = useSetParam();
  const close = useCloseThroughUrl([name, ...within]);
  return {
    id: readPositiveInteger(params, name),
    open: (id: number) => setParam(name, String(id)),
    /** Replaces the address, so Back leads to the list. */
    turnTo: (id: number) => setParam(name, String(id), REPLACE),
    close,
  };
}
