import { UNKNOWN_COMPANY } from '@clearwatch/domain/ledger/ledger-row';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { LOCAL_KEY } from './browser-state.ts';
import { withParams } from './url-params.ts';

/** Link state for returning to a list: the list opens as the user left it, without the default view. */
export const SKIP_DEFAULT_VIEW = 'as-it-was';

/** A leading dot is escaped too: servers treat such a path as a hidden file. */
const toPathSegment = (name: string): string => encodeURIComponent(name.toWellFormed()).replace(/^\./, '%2E');

/** Null if the pattern does not match. The router would decode a literal "%2F" in a name as a slash. */
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

export const companyPath = (company: string): string => `/companies/${toPathSegment(company)}`;

export const hasCompanyPage = (company: string): boolean => company !== '' && company !== UNKNOWN_COMPANY;

export const companyFromPath = (pathname: string): string | null => paramsFromPath(pathname, COMPANY_PATH)?.[0] ?? null;

export const MEMBER_PATH = '/analysis/member/:firstName/:lastName';

/** Placeholders for missing names (spec section 2). */
const MISSING_FIRST_NAME = 'Unknown';
const MISSING_LAST_NAME = 'Account';

export interface MemberNames {
  firstName: string;
  lastName: string;
}

export function memberPath({ id, firstName, lastName }: MemberNames & { id: number }): string {
  const names = [nameSegment(firstName, MISSING_FIRST_NAME), nameSegment(lastName, MISSING_LAST_NAME)];
  return `/analysis/member/${names.join('/')}?member=${id}`;
}

export function memberNamesFromPath(pathname: string): MemberNames | null {
  const names = paramsFromPath(pathname, MEMBER_PATH);
  return names === null ? null : { firstName: names[0] ?? '', lastName: names[1] ?? '' };
}

export function memberTitle(pathname: string): string | null {
  const names = memberNamesFromPath(pathname);
  if (names === null) return null;
  const first = names.firstName === MISSING_FIRST_NAME ? '' : names.firstName;
  const last = names.lastName === MISSING_LAST_NAME ? '' : names.lastName;
  return `${first} ${last}`.trim() || null;
}

function nameSegment(name: string, substitute: string): string {
  const trimmed = name.trim();
  // Browsers resolve "." and ".." as folders. A trailing space prevents that; names are trimmed before comparison.
  if (trimmed === '.' || trimmed === '..') return toPathSegment(`${trimmed} `);
  return toPathSegment(trimmed === '' ? substitute : trimmed);
}

const keyOf = (path: string) => [...LOCAL_KEY, 'remembered-list', path] as const;

/** Kept in the query cache, which is cleared at sign-out, because searches contain names. */
export function useRememberListQuery(path: string): void {
  const client = useQueryClient();
  const { search: address } = useLocation();
  useEffect(() => {
    const query = withParams(address, { dialog: null }).toString();
    client.setQueryData(keyOf(path), query === '' ? '' : `?${query}`);
  }, [client, path, address]);
}

export function useRememberedListPath(path: string): string {
  const client = useQueryClient();
  return `${path}${client.getQueryData<string>(keyOf(path)) ?? ''}`;
}
