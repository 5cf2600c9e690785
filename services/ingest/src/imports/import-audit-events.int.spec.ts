import { randomUUID } from 'node:crypto';
import { ImportClaims } from '../import-file/import-claims.repository.ts';
import { UnfinishedImports } from '../import-file/import-file.processor.ts';
import { NOTHING_STORED } from '../import-file/ledger-merge.ts';
import { importConnectionName, inBulkTransaction, LOCK_LEDGER_SHARED } from '../ledger/ledger-sql.ts';
import { extractionFile, extractionRow } from '../testing/import-file-fixtures.ts';
import {
  type IngestApp,
  importFile,
  importProcessorOf,
  importRow,
  receiveFile,
  runJob,
  startIngest,
  storedFiles,
  upload,
} from '../testing/ingest-test-context.ts';
import { ReceiptCollector } from './receipt-parts.ts';

let ingest: IngestApp;

beforeAll(async () => {
  ingest = await startIngest({ backend: 'postgres', redisDatabase: 0 });
});
afterAll(() => ingest.stop());
beforeEach(() => ingest.owner.query('TRUNCATE ledger.audit_outbox'));

async function written(): Promise<Record<string, unknown>[]> {
  const { rows } = await ingest.owner.query<Record<string, unknown>>(
    `SELECT action, actor_id, actor_name, actor_role, address, request_id, subject_type, subject_id, subject_label,
       detail FROM ledger.audit_outbox ORDER BY at, action`,
  );
  return rows;
}

const FILE = extractionFile([extractionRow(), extractionRow(), extractionRow({ amount: 'x' })]);

describe('audit events of imports', () => {
  it('the audit events of an import name the user, the file and the result', async () => {
    const { body } = await upload(ingest, FILE, 'March.json');
    const importId = String(body.importId);
    const subject = { subject_type: 'import', subject_id: importId, subject_label: 'March.json' };
    expect(await written()).toEqual([
      {
        action: 'import.received',
        actor_id: 7,
        actor_name: 'paula',
        actor_role: 'User',
        address: '192.0.2.1',
        request_id: expect.any(String),
        ...subject,
        detail: { fileSize: Buffer.byteLength(FILE), digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
      {
        action: 'import.stored',
        actor_id: null,
        actor_name: 'system',
        actor_role: 'System',
        address: null,
        request_id: `import-${importId}`,
        ...subject,
        detail: {
          stored: body.transactionCount,
          duplicates: body.duplicateCount,
          rejected: body.rejectedCount,
        },
      },
    ]);
  });

  it('the audit event of a failed import includes a failure code but no text of the file', async () => {
    const { id } = await importFile(ingest, '[{"secret": tru');
    const { failure_code } = await importRow(ingest, id);
    expect(failure_code).not.toBeNull();
    expect(await written()).toMatchObject([
      { action: 'import.failed', subject_id: String(id), detail: { code: failure_code } },
    ]);
  });

  it('an import whose job runs twice has one audit event', async () => {
    const { id } = await importFile(ingest, FILE);
    await importProcessorOf(ingest).handle({ importId: id }, runJob());
    expect(await written()).toMatchObject([{ action: 'import.stored' }]);
  });

  it('the audit log reports once that an import failed because its job is dead', async () => {
    const importId = await receiveFile(ingest, FILE);
    await ingest.owner.query("UPDATE ledger.imports SET created_at = now() - interval '1 minute' WHERE id = $1", [
      importId,
    ]);
    const finder = ingest.app.get(UnfinishedImports, { strict: false });
    await finder.giveUp({ importId });
    await finder.giveUp({ importId });
    expect(await written()).toMatchObject([
      { action: 'import.failed', subject_label: 'test.json', detail: { code: 'internal' } },
    ]);
  });

  it('an import attempt that another attempt replaced records no audit event', async () => {
    const importId = await receiveFile(ingest, FILE);
    const claims = ingest.app.get(ImportClaims, { strict: false });
    const late = await claims.claim(importId, randomUUID());
    await claims.claim(importId, randomUUID());
    if (late === null) throw new Error('The import could not be claimed');
    expect(await claims.markFailed(late, { code: 'internal', text: '' })).toBe(false);
    expect(await written()).toEqual([]);
  });

  it('an import transaction that was rolled back records no audit event', async () => {
    const importId = await receiveFile(ingest, FILE);
    const claims = ingest.app.get(ImportClaims, { strict: false });
    const claim = await claims.claim(importId, randomUUID());
    if (claim === null) throw new Error('The import could not be claimed');
    const { signal } = new AbortController();
    const undone = inBulkTransaction(
      {
        url: ingest.environment.DATABASE_URL,
        name: importConnectionName(importId),
        lock: LOCK_LEDGER_SHARED,
        signal,
      },
      async (client) => {
        await claims.markStored(client, claim, {
          counts: { stored: 1, sums: NOTHING_STORED, duplicates: 0, rejected: 0, members: 1, after: 0 },
          notes: new ReceiptCollector(),
          fileKind: 'json',
        });
        throw new Error('undone');
      },
    );
    await expect(undone).rejects.toThrow('undone');
    expect(await written()).toEqual([]);
  });

  it('the audit event of an uploaded file is stored with the file or not at all', async () => {
    const before = await storedFiles(ingest);
    await ingest.owner.query('ALTER TABLE ledger.audit_outbox RENAME TO away');
    const { status } = await upload(ingest, extractionFile([extractionRow({ account_number: 'never seen' })]));
    await ingest.owner.query('ALTER TABLE ledger.away RENAME TO audit_outbox');
    expect(status).toBe(500);
    expect(await storedFiles(ingest)).toEqual(before);
  });
});
