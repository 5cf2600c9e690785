import type { StaffClient } from '@clearwatch/infra-local/trial/staff-client';
import type { TrialInstallation } from '@clearwatch/infra-local/trial/trial-installation';
import type { BenchLine } from './line.ts';
import { p95UnderLoad } from './load.ts';

/** What a page of a list, or all of one member or company, may take. */
const ALLOWED_MS = 200;
/** People look at what they asked for. */
const LOOKING_MS = 1_000;

const LISTS = [
  '/api/members?pageSize=50',
  '/api/members?pageSize=50&page=40&sort=totalCredits&order=desc',
  '/api/members?pageSize=50&search=smi&activity=recent&sort=riskLevel&order=desc',
  '/api/members?pageSize=50&incomeBand=medium&sort=incomeToDebtRatio&order=desc',
  '/api/members/summary',
  '/api/companies/summary?pageSize=50',
  '/api/companies/summary?pageSize=50&search=co&creditsAbove=1000&sort=memberCount',
  '/api/companies/overview',
];

/** 95th percentile of reading lists and pages of members and companies, when they are up to date. */
export async function listReadsLine(
  installation: TrialInstallation,
  admin: StaffClient,
  { rows, staff, seconds }: { rows: number; staff: number; seconds: number },
): Promise<BenchLine> {
  const milliseconds = await p95UnderLoad({
    base: installation.url,
    headers: { cookie: admin.cookieHeader },
    paths: [...LISTS, ...(await pagesOf(admin))],
    staff,
    until: seconds,
    pauseMs: LOOKING_MS,
  });
  return {
    what: `members and companies, p95, ${staff} staff`,
    rows,
    milliseconds,
    limit: { what: 'allowed', milliseconds: ALLOWED_MS },
    goal: 1,
    peakMegabytes: null,
  };
}

/** The pages of the member who received most and of the company that most members met. */
async function pagesOf(admin: StaffClient): Promise<string[]> {
  const first = async <T>(path: string): Promise<T> => {
    const [item] = (await admin.expect(200, 'GET', path)).json() as T[];
    if (item === undefined) throw new Error(`${path} lists nothing`);
    return item;
  };
  const member = await first<{ id: number; firstName: string; lastName: string }>(
    '/api/members?pageSize=1&sort=totalCredits&order=desc&search=a',
  );
  const { company } = await first<{ company: string }>('/api/companies/summary?pageSize=1&sort=memberCount');
  const names = [member.firstName || 'Unknown', member.lastName || 'Account'].map(encodeURIComponent);
  return [
    `/api/members/detail/${names.join('/')}?member=${member.id}`,
    `/api/members/${member.id}/overview`,
    `/api/companies/${encodeURIComponent(company)}/details`,
  ];
}
