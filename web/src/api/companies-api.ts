import type { CompaniesOverview, CompanyDetail, CompanySummary } from '@clearwatch/contracts/companies.dto';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { requestJson, requestPage } from './api-client.ts';

export const COMPANIES_KEY = ['/api/companies'] as const;

export function listCompanies(query: string) {
  return queryOptions({
    queryKey: [...COMPANIES_KEY, 'list', query],
    queryFn: ({ signal }) => requestPage<CompanySummary>(`/api/companies/summary?${query}`, signal),
    placeholderData: keepPreviousData,
  });
}

export function getCompaniesOverview() {
  return queryOptions({
    queryKey: [...COMPANIES_KEY, 'overview'],
    queryFn: ({ signal }) => requestJson<CompaniesOverview>('/api/companies/overview', { signal }),
  });
}

export function getCompany(company: string) {
  return queryOptions({
    queryKey: [...COMPANIES_KEY, 'details', company],
    queryFn: ({ signal }) =>
      requestJson<CompanyDetail>(`/api/companies/${encodeURIComponent(company)}/details`, { signal }),
  });
}
