import type { ServerEvent } from '@clearwatch/contracts/events/server-event';
import type { ImportSummary } from '@clearwatch/contracts/http/imports';
import { QueryClient } from '@tanstack/react-query';
import { anImport } from '../testing/a-ledger.ts';
import { IMPORTS_KEY } from './list-imports.ts';
import { applyServerEvent } from './server-events.ts';

const progress = (bytesRead: number): ServerEvent => ({
  type: 'import.progress',
  importId: 3,
  bytesRead,
  bytesTotal: 2_000_000,
  rowsRead: 1,
});

/** The list as it stands after the events. */
async function listAfter(
  before: ImportSummary,
  ...events: ServerEvent[]
): Promise<ImportSummary | undefined> {
  const client = new QueryClient();
  client.setQueryData(IMPORTS_KEY, [before]);
  for (const event of events) await applyServerEvent(client, event);
  return client.getQueryData<ImportSummary[]>(IMPORTS_KEY)?.[0];
}

describe('progress of an import', () => {
  it('opens a waiting import and advances it', async () => {
    const before = anImport({ state: 'received', bytesRead: 0 });
    expect(await listAfter(before, progress(500_000))).toMatchObject({
      state: 'importing',
      bytesRead: 500_000,
    });
  });

  it('never runs backwards when events come late', async () => {
    const before = anImport({ state: 'importing', bytesRead: 0 });
    expect(await listAfter(before, progress(1_500_000), progress(1_000_000))).toMatchObject({
      bytesRead: 1_500_000,
    });
  });

  it('does not open an import again that is through', async () => {
    const before = anImport({ state: 'completed' });
    expect(await listAfter(before, progress(1_000_000))).toEqual(before);
  });

  it('of an import the list does not know makes it be read again', async () => {
    const client = new QueryClient();
    client.setQueryData(IMPORTS_KEY, [anImport({ importId: 2 })]);
    await applyServerEvent(client, progress(1));
    expect(client.getQueryState(IMPORTS_KEY)?.isInvalidated).toBe(true);
  });
});

describe('facts of the server', () => {
  const reads = [
    '/api/metrics',
    '/api/transactions/chart',
    '/api/top-depositors',
    '/api/unusual-activities',
    '/api/imports',
  ];

  it.each([
    [{ type: 'ledger.projected', importId: 3 } as const, reads],
    [{ type: 'import.finished', importId: 3, state: 'stored' } as const, ['/api/imports']],
    [{ type: 'detection.finished', runId: 1, alertsGenerated: 2 } as const, ['/api/unusual-activities']],
  ])('%o make exactly what they change be read again', async (event, changed) => {
    const client = new QueryClient();
    for (const read of [...reads, '/api/auth/user']) client.setQueryData([read], []);
    await applyServerEvent(client, event);
    const outdated = [...reads, '/api/auth/user'].filter(
      (read) => client.getQueryState([read])?.isInvalidated,
    );
    expect(outdated).toEqual(changed);
  });
});
