import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import {
  signedInAdmin,
  signInUser,
  startTemporaryInstallation,
  type TemporaryInstallation,
} from '@clearwatch/infra-local/temporary-installation';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { READING_ROUTES } from './testing/access-rules.ts';
import { RECORDED_READS, UNRECORDED_READS } from './testing/recorded-reads.ts';
import { extractionRow, writeJsonFile } from './testing/stack-ledgers.ts';

/** Need a page picture or a document that waits for its columns: documents.int.spec and document-columns.int.spec in ingest. */
const TESTED_IN_INGEST = new Set(['GET /api/parse-jobs/{id}/columns', 'GET /api/parse-jobs/{id}/pages/{page}']);

describe('reads of member data', () => {
  it('every route that only reads records an event or is exempt for a reason [finding E 5]', () => {
    const listed = [...Object.keys(RECORDED_READS), ...Object.keys(UNRECORDED_READS)];
    expect(listed.toSorted()).toEqual([...new Set(listed)].toSorted());
    expect(listed.toSorted()).toEqual(READING_ROUTES.toSorted());
    expect(Object.values(UNRECORDED_READS).filter((reason) => reason.length < 20)).toEqual([]);
  });

  describe('in an installation', () => {
    let installation: TemporaryInstallation;
    let admin: StaffClient;
    let records: Records;

    beforeAll(async () => {
      installation = await startTemporaryInstallation();
      admin = await signedInAdmin(installation);
      records = await fillInstallation(installation, admin);
    }, 120_000);
    afterAll(() => installation?.remove(), 60_000);

    it.each(Object.entries(RECORDED_READS).filter(([route]) => !TESTED_IN_INGEST.has(route)))(
      '%s records %s before it answers [finding E 5]',
      async (route, action) => {
        const [method = '', path = ''] = route.split(' ');
        const kind = path.split('/')[2] === 'imports' && /mapping|correct/.test(path) ? 'csv' : path.split('/')[2];
        const address = path
          .replace('{firstName}/{lastName}', 'ANNA/EXAMPLE')
          .replace('{id}', String(records.ids[kind ?? ''] ?? 'unknown'));
        // Another reader each time, because repeated views by one user count once in ten minutes.
        const reader = await signInUser(installation, { username: `reader of ${route}`.slice(0, 90), role: 'Admin' });
        const body = path.endsWith('/mapping/preview') ? records.mapping : { transactionType: ['Credit'] };
        const answer = await reader.call(method, address, method === 'POST' ? body : undefined);
        expect([route, answer.status]).toEqual([route, 200]);
        const query = `/api/audit-events?action=${action}&actorId=${reader.user.id}`;
        await waitUntil(
          `${action} is in the log`,
          async () => ((await admin.expect(200, 'GET', query)).json() as unknown[]).length === 1,
          20_000,
        );
      },
      30_000,
    );
  });
});

interface Records {
  /** By the first segment of the route. */
  ids: Readonly<Record<string, number | undefined>>;
  mapping: object;
}

/** One of each kind of record. */
async function fillInstallation(installation: TemporaryInstallation, admin: StaffClient): Promise<Records> {
  const folder = installation.dataDirectory;
  const member = { last_name: 'EXAMPLE', first_name: 'ANNA' };
  const months = Array.from({ length: 8 }, (_, month) =>
    extractionRow({ ...member, posting_date: `2026-0${month + 1}-15`, amount: '1500.00' }),
  );
  const large = extractionRow({ ...member, posting_date: '2026-09-15', amount: '93000.00', company: 'STRANGER LLC' });
  const bad = extractionRow({ ...member, posting_date: '2026-09-16', amount: '1.005' });
  const file = writeJsonFile(folder, 'ledger.json', { transactions: [...months, large, bad] });
  const { importId } = (await admin.upload(file)).json() as { importId: number };

  const csv = join(folder, 'table.csv');
  const line = (amount: string) => `1000001,ANNA EXAMPLE,ACME,${amount},Credit,2026-08-03\n`;
  const amounts = ['10.00', '20.00', '30.00'];
  const heading = 'Account Number,Member Name,Company,Amount,Transaction Type,Posting Date\n';
  writeFileSync(csv, heading + amounts.map(line).join(''));
  const { importId: csvId } = (await admin.upload(csv)).json() as { importId: number };
  const { mapping } = (await admin.get(`/api/imports/${csvId}/mapping`)).json() as { mapping: object };
  await admin.expect(200, 'POST', `/api/imports/${csvId}/mapping`);

  const form = new FormData();
  const listed = '2000000001  EXAMPLE, ANNA    ACME PAYROLL     22     100.00   Credit  08/03/2026\n';
  const head = 'Account     Name             Company          Code   Amount    Type    Date\n';
  form.append('files', new Blob([head + listed]), 'listing.txt');
  await admin.expect(200, 'POST', '/api/bulk-upload-llamaextract', form);
  const idOf = async (path: string) => ((await admin.get(path)).json() as { id: number }[])[0]?.id;
  await waitUntil('an alert is raised', async () => (await idOf('/api/unusual-activities')) !== undefined, 60_000);
  await waitUntil('the document is read', async () => (await idOf('/api/parse-jobs')) !== undefined, 60_000);
  const report = await admin.expect(201, 'POST', '/api/generate-report', { reportType: 'executive_summary' });
  const ids = {
    imports: importId,
    csv: csvId,
    members: await idOf('/api/members'),
    'parse-jobs': await idOf('/api/parse-jobs'),
    reports: (report.json() as { id: number }).id,
    transactions: await idOf('/api/transactions?limit=1'),
    'unusual-activities': await idOf('/api/unusual-activities'),
  };
  return { ids, mapping };
}
