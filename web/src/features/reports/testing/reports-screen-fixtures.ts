import type { SavedFilter } from '@clearwatch/contracts/transaction-reports.dto';
import type { Transaction } from '@clearwatch/contracts/transactions.dto';
import { anEntry } from '../../../testing/api-member-fixtures.ts';
import type { Answer, FakeServer } from '../../../testing/fake-server.ts';
import { aSignedInServer, listAnswer } from '../../../testing/fake-server-setups.ts';

/** A gateway that returns the entries for every query. */
export function aReportsServer(entries: Transaction[] = [anEntry()], total = entries.length): FakeServer {
  return aSignedInServer()
    .on('GET /api/reports/filter-options', {
      body: { transactionTypes: ['Credit', 'Debit'], classes: ['CCD', 'PPD', 'XYZ'] },
    })
    .on('GET /api/report-filters', { body: [] })
    .on('POST /api/reports/transactions', listAnswer(entries, total));
}

/** A report whose count is incomplete. */
export function anUnfinishedCount(entries: Transaction[], total: number): Answer {
  const headers = { 'X-Total-Count': String(total), 'X-Total-Count-Kind': 'at-least' };
  return { body: entries, headers };
}

export function aSavedFilter(over: Partial<SavedFilter> = {}): SavedFilter {
  return Object.assign(
    {
      id: 5,
      name: 'Payroll credits',
      visibility: 'own',
      owner: 'admin',
      mayChange: true,
      updatedAt: '2026-11-20T08:00:00Z',
      filters: { transactionType: ['Credit'], entryDescription: ['PAYROLL'] },
    } as const,
    over,
  ) as SavedFilter;
}
