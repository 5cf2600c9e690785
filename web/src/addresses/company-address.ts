import { UNKNOWN_COMPANY } from '@clearwatch/domain/ledger/ledger-row';
import { namesIn, toSegment } from './path-segment.ts';

export const COMPANY_PATH = '/companies/:company';

export function companyAddress(company: string): string {
  return `/companies/${toSegment(company)}`;
}

/** Whether it has a page: not where a file names no company. */
export function hasCompanyPage(company: string): boolean {
  return company !== '' && company !== UNKNOWN_COMPANY;
}

/** The company that the address of a company's page names; null for other addresses. */
export function companyIn(pathname: string): string | null {
  return namesIn(pathname, COMPANY_PATH)?.[0] ?? null;
}
