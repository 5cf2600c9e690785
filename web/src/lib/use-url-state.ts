import { useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { normalizeUrl, stepsBackTo } from './browser-history.ts';
import { readChoice, readPositiveInteger } from './url-params.ts';

/** The server refuses pages beyond. */
const LAST_PAGE = 1_000_000;

interface UrlPage {
  /** From 1. */
  page: number;
  turnTo: (page: number) => void;
}

/** The page lives in the address: whoever reloads, or follows a link, stands where he stood. What else it says stays. */
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
  /** Whatever makes no sense in an address is left out rather than shown as an error. */
  read: (params: URLSearchParams) => State;
  write: (state: State) => URLSearchParams;
  /** Names of what else the screen keeps in the address: it stays as it is. */
  beside?: readonly string[];
}

interface UrlState<State> {
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
    // What stands so already is no step.
    if (target.toString() !== params.toString()) setParams(target);
  };
  return { state, change, amend };
}

/**
 * One of a few words that an address says under a name: a tab, a period. The usual one, the first, goes without saying. What
 * else the address says stays.
 */
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
 * Closes what an address opens: goes back to the step before it was opened, so that the browser's way back does not open it
 * again. Where that step is not known, after a reload or from a link, the address is changed on the spot.
 *
 * @param names of the parameters that open it
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
    // From one alert to another it was open all the while.
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

/**
 * A dialog in which something is filled in or looked at, by its name in the address: it can be reloaded and gone back from.
 * Questions before an act have none: nobody is to be sent a link that asks to delete something.
 *
 * @param dialog unlike all others of its screen
 */
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
