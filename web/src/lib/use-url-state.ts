import { useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { normalizeUrl, stepsBackTo } from './browser-history.ts';
import { readChoice, readPositiveInteger } from './url-params.ts';

const LAST_PAGE = 1_000_000;

interface UrlPage {
  page: number;
  turnTo: (page: number) => void;
}

export function useUrlPage(name = 'page'): UrlPage {
  const [params, setParams] = useSearchParams();
  const page = readPositiveInteger(params, name) ?? 1;
  return {
    page: page <= LAST_PAGE ? page : 1,
    turnTo: (page) =>
      setParams((current) => {
        const turned = new URLSearchParams(current);
        if (page === 1) turned.delete(name);
        else turned.set(name, String(page));
        return turned;
      }),
  };
}

interface UrlStateFormat<State> {
  read: (params: URLSearchParams) => State;
  write: (state: State) => URLSearchParams;
  beside?: readonly string[];
}

interface UrlState<State> {
  state: State;
  /** Returns to the first page unless the page itself changes. */
  change: (part: Partial<State>) => void;
  /** For text while typing: starting a search adds a history step, further letters replace it, clearing goes back. */
  amend: (part: Partial<State>) => void;
}

/** The state of a list is in the address: it can be bookmarked, shared and gone back to. */
export function useUrlState<State extends { page: number }>({
  read,
  write,
  beside = [],
}: UrlStateFormat<State>): UrlState<State> {
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
    const isBack = stepsBackTo(normalizeUrl({ pathname, search: target.toString() }), () => false) === 1;
    if (isBack) void navigate(-1);
    else setParams(target, { replace: !begins });
  };
  const change = (part: Partial<State>): void => {
    const target = changed(part);
    if (target.toString() !== params.toString()) setParams(target);
  };
  return { state, change, amend };
}

/** The first word is the default and is left out of the address. */
export function useUrlChoice<Word extends string>(
  name: string,
  words: readonly [Word, ...Word[]],
): [Word, (word: Word) => void] {
  const [params, setParams] = useSearchParams();
  const [defaultWord] = words;
  const setWord = (word: Word): void =>
    setParams((current) => {
      const changed = new URLSearchParams(current);
      if (word === defaultWord) changed.delete(name);
      else changed.set(name, word);
      return changed;
    });
  return [readChoice(params, name, words) || defaultWord, setWord];
}

/**
 * Goes back to the step before it was opened, so that browser history does not open it again. If that step is unknown
 * (reload, link), the address is replaced.
 */
export function useCloseThroughUrl(names: readonly string[]): () => void {
  const navigate = useNavigate();
  const here = useLocation();
  const without = ({ pathname, search }: { pathname: string; search: string }): string => {
    const params = new URLSearchParams(search);
    for (const name of names) params.delete(name);
    return normalizeUrl({ pathname, search: params.toString() });
  };
  return () => {
    const closed = without(here);
    // Stepping between alerts kept it open.
    const back = stepsBackTo(
      closed,
      (address) => without(new URL(address, window.location.origin)) === closed,
    );
    if (back === null) void navigate(closed, { replace: true });
    else void navigate(-back);
  };
}

const DIALOG_PARAM = 'dialog';

interface UrlDialog {
  isOpen: boolean;
  open: () => void;
  close: () => void;
}

/** Confirmations have no address: a link must not ask to delete something. */
export function useUrlDialog(dialog: string): UrlDialog {
  const [params, setParams] = useSearchParams();
  const close = useCloseThroughUrl([DIALOG_PARAM]);
  return {
    isOpen: params.get(DIALOG_PARAM) === dialog,
    open: () =>
      setParams((current) => {
        const changed = new URLSearchParams(current);
        changed.set(DIALOG_PARAM, dialog);
        return changed;
      }),
    close,
  };
}

interface UrlNameSet {
  has: (name: string) => boolean;
  set: (names: readonly string[]) => void;
  toggle: (name: string) => void;
}

/** Replaces the address: not a step in browser history. */
export function useUrlNameSet(parameter: string): UrlNameSet {
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

export interface OpenIdInUrl {
  id: number | null;
  open: (id: number) => void;
  /** Replaces the address: going back leads to the list. */
  turnTo: (id: number) => void;
  close: () => void;
}

/** @param within parameters that close with it */
export function useOpenIdInUrl(name: string, within: readonly string[] = []): OpenIdInUrl {
  const [params, setParams] = useSearchParams();
  const close = useCloseThroughUrl([name, ...within]);
  const set = (id: number, replace: { replace?: true } = {}): void =>
    setParams((current) => {
      const changed = new URLSearchParams(current);
      changed.set(name, String(id));
      return changed;
    }, replace);
  return {
    id: readPositiveInteger(params, name),
    open: (id) => set(id),
    turnTo: (id) => set(id, { replace: true }),
    close,
  };
}
