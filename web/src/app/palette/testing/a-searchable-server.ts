import { aCompany } from '../../../testing/a-company.ts';
import { anActivity, anImport } from '../../../testing/a-ledger.ts';
import { aMemberRow } from '../../../testing/a-member.ts';
import { aSignedInServer, listed } from '../../../testing/a-server.ts';
import { aReportSummary } from '../../../testing/an-ai-report.ts';
import { anEntry } from '../../../testing/an-entry.ts';
import type { FakeServer } from '../../../testing/fake-server.ts';

export const TRACE = '121042880000042';

/** A gateway that has one of everything, and says more members than it shows. */
export function aSearchableServer(): FakeServer {
  return aSignedInServer()
    .on(
      'GET /api/members',
      listed([aMemberRow({ id: 7, displayName: 'Dana Sample', accountNumber: '100017' })], 1_234),
    )
    .on('GET /api/companies/summary', listed([aCompany({ company: 'Sample Stores' })]))
    .on('GET /api/unusual-activities', listed([anActivity({ id: 21, memberName: 'Dana Sample' })]))
    .on('GET /api/imports', listed([anImport({ importId: 3, fileName: 'sample-may.ach' })]))
    .on('GET /api/reports', listed([aReportSummary({ id: 5, title: 'Sample of the year' })]))
    .on('GET /api/report-filters', { body: [] })
    .on('GET /api/views?screen=members', { body: [] })
    .on('GET /api/views?screen=companies', { body: [] })
    .on('GET /api/views?screen=fraud', { body: [] })
    .on('GET /api/views?screen=audit', { body: [] })
    .on('GET /api/transactions', listed([]))
    .on('POST /api/reports/transactions', listed([anEntry({ id: 9001, checkTracerNumber: TRACE })]));
}
