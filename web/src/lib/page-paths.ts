import { UNKNOWN_COMPANY } from '@clearwatch/domain/ledger/ledger-row';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Goes with a link back to a list: it is to stand there as it was left, unfiltered if it was that. */
export const SKIP_DEFAULT_VIEW = 'as-it-was';

/**
 * A name as one segment of an address. A leading dot is escaped as well: a server takes what begins with one for a hidden
 * file. The names "." and ".." have no address at all: browsers take them for "here" and "above", even escaped.
 */
function toPathSegment(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(/^\./, '%2E');
}

/**
 * The names in an address, in the places of the pattern's parameters; null for an address that the pattern does not fit. The
 * router's own reading would turn a name that holds the text "%2F" into one with a slash.
 *
 * @param pattern as the list of screens writes it, `/companies/:company`
 */
function paramsFromPath(pathname: string, pattern: string): string[] | null {
  const parts = pathname.replace(/\/$/, '').split('/');
  const expected = pattern.split('/');
  if (parts.length !== expected.length) return null;
  const names: string[] = [];
  for (const [index, segment] of expected.entries()) {
    const part = readSegment(parts[index] ?? '');
    if (part === null || part === '') {
      if (segment !== '' || part === null) return null;
    } else if (segment.startsWith(':')) names.push(part);
    else if (part !== segment) return null;
  }
  return names;
}

function readSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

export const COMPANY_PATH = '/companies/:company';

export function companyPath(company: string): string {
  return `/companies/${toPathSegment(company)}`;
}

/** Whether it has a page: not where a file names no company. */
export function hasCompanyPage(company: string): boolean {
  return company !== '' && company !== UNKNOWN_COMPANY;
}

/** The company that the address of a company's page names; null for other addresses. */
export function companyFromPath(pathname: string): string | null {
  return paramsFromPath(pathname, COMPANY_PATH)?.[0] ?? null;
}

export const MEMBER_PATH = '/analysis/member/:firstName/:lastName';

/** Stand for a missing first and last name in the address (spec, section 2). */
const MISSING_FIRST_NAME = 'Unknown';
const MISSING_LAST_NAME = 'Account';

interface MemberPathParams {
  id: number;
  firstName: string;
  lastName: string;
}

export interface MemberNames {
  firstName: string;
  lastName: string;
}

/** The page of a member. Its number tells it from others of the same name. */
export function memberPath({ id, firstName, lastName }: MemberPathParams): string {
  return `/analysis/member/${nameSegment(firstName, MISSING_FIRST_NAME)}/${nameSegment(lastName, MISSING_LAST_NAME)}?member=${id}`;
}

/** The names in the address of a member's page, substitutes included. */
export function memberNamesFromPath(pathname: string): MemberNames | null {
  const names = paramsFromPath(pathname, MEMBER_PATH);
  return names === null ? null : { firstName: names[0] ?? '', lastName: names[1] ?? '' };
}

/** What the page is called: the names, without those that only stand for a missing one. */
export function memberTitle(pathname: string): string | null {
  const names = memberNamesFromPath(pathname);
  if (names === null) return null;
  const first = names.firstName === MISSING_FIRST_NAME ? '' : names.firstName;
  const last = names.lastName === MISSING_LAST_NAME ? '' : names.lastName;
  return `${first} ${last}`.trim() || null;
}

function nameSegment(name: string, substitute: string): string {
  const trimmed = name.trim();
  // Browsers take "." and ".." for folders. With a blank they are names, and names are compared without blanks around them.
  if (trimmed === '.' || trimmed === '..') return toPathSegment(`${trimmed} `);
  return toPathSegment(trimmed === '' ? substitute : trimmed);
}

const keyOf = (path: string) => ['remembered-list', path] as const;

/**
 * Remembers how the list at this address was last searched, filtered, sorted and paged. Kept with what was read from the
 * server, so that it is forgotten when somebody signs out: a search holds names.
 */
export function useRememberListQuery(path: string): void {
  const client = useQueryClient();
  const { search: address } = useLocation();
  useEffect(() => {
    const params = new URLSearchParams(address);
    // What stood open above it is over.
    params.delete('dialog');
    const query = params.toString();
    const search = query === '' ? '' : `?${query}`;
    client.setQueryDefaults(keyOf(path), { gcTime: Number.POSITIVE_INFINITY });
    client.setQueryData(keyOf(path), search);
  }, [client, path, address]);
}

/** The way back to a list as it was left. */
export function useRememberedListPath(path: string): string {
  const client = useQueryClient();
  return `${path}${client.getQueryData<string>(keyOf(path)) ?? ''}`;
}
