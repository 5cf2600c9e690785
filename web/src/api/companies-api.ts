import type { CompaniesOverview, CompanyDetail, CompanySummary } from '@clearwatch/contracts/companies.dto';
import { jsonQuery, pageQuery } from './api-client.ts';

export const COMPANIES_KEY = ['/api/companies'] as const;

export const listCompanies = (query: string) =>
  pageQuery<CompanySummary>([...COMPANIES_KEY, 'list', query], `/api/companies/summary?${query}`);
export const getCompaniesOverview = () =>
  jsonQuery<CompaniesOverview>([...COMPANIES_KEY, 'overview'], '/api/companies/overview');
export const getCompany = (company: string) =>
  jsonQuery<CompanyDetail>(
    [...COMPANIES_KEY, 'details', company],
    `/api/companies/${encodeURIComponent(company)}/details`,
  );
