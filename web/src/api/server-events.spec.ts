import type { ImportSummary } from '@clearwatch/contracts/imports.dto';
import type { ServerEvent } from '@clearwatch/contracts/server-event';
import { jest } from '@jest/globals';
import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { anImport } from '../testing/api-core-fixtures.ts';
import type { Page } from './api-client.ts';
import { getReceipt, IMPORTS_KEY, listImports } from './imports-api.ts';
import { applyServerEvent, InvalidationBatcher } from './server-events.ts';

describe('invalidated queries', () => {
  let readings: QueryKey[][];
  let outdated: InvalidationBatcher;

  beforeEach(() => {
    jest.useFakeTimers();
    readings = [];
    outdated = new InvalidationBatcher((keys) => readings.push(keys));
  });

  afterEach(() => jest.useRealTimers());

  it('queries are refetched once for server events in quick succession', () => {
    for (let alerts = 0; alerts < 40; alerts += 1) outdated.add([['/api/unusual-activities'], ['/api/members']]);
    outdated.add([['/api/imports']]);
    expect(readings).toEqual([]);
    jest.advanceTimersByTime(2_000);
    expect(readings).toEqual([[['/api/unusual-activities'], ['/api/members'], ['/api/imports']]]);
  });

  it('queries are refetched within two seconds while server events continue', () => {
    for (let tenth = 0; tenth < 100; tenth += 1) {
      outdated.add([['/api/unusual-activities']]);
      jest.advanceTimersByTime(100);
    }
    expect(readings.length).toBeGreaterThanOrEqual(5);
    expect(readings.length).toBeLessThanOrEqual(50);
  });

  it('queries are refetched at different times in fifty browsers after a server event', () => {
    const at: number[] = [];
    const startedAt = Date.now();
    for (let browser = 0; browser < 50; browser += 1) {
      new InvalidationBatcher(() => at.push(Date.now() - startedAt)).add([['/api/members']]);
    }
    for (let step = 0; step < 200; step += 1) jest.advanceTimersByTime(10);
    expect(at).toHaveLength(50);
    expect(Math.max(...at)).toBeLessThanOrEqual(1_710);
    const busiest = Math.max(...[0, 1, 2, 3].map((part) => at.filter((ms) => Math.floor(ms / 500) === part).length));
    expect(busiest).toBeLessThan(40);
  });

  it('queries are not refetched for a server event after the screen is closed', () => {
    outdated.add([['/api/members']]);
    outdated.stop();
    jest.advanceTimersByTime(5_000);
    expect(readings).toEqual([]);
  });
});

const progress = (bytesRead: number): ServerEvent => ({
  type: 'import.progress',
  importId: 3,
  bytesRead,
  bytesTotal: 2_000_000,
  rowsRead: 1,
});

const pageOf = (...items: ImportSummary[]): Page<ImportSummary> => ({ items, total: items.length });

/** The import in the list after the events. */
async function listAfter(before: ImportSummary, ...events: ServerEvent[]): Promise<ImportSummary | undefined> {
  const client = new QueryClient();
  client.setQueryData(listImports(2).queryKey, pageOf(before));
  for (const event of events) await applyServerEvent(client, event);
  return client.getQueryData(listImports(2).queryKey)?.items[0];
}

describe('import progress events', () => {
  it('a progress event starts and advances a waiting import', async () => {
    const before = anImport({ state: 'received', bytesRead: 0 });
    expect(await listAfter(before, progress(500_000))).toMatchObject({
      state: 'importing',
      bytesRead: 500_000,
    });
  });

  it('a late progress event never moves an import backward', async () => {
    const before = anImport({ state: 'importing', bytesRead: 0 });
    expect(await listAfter(before, progress(1_500_000), progress(1_000_000))).toMatchObject({
      bytesRead: 1_500_000,
    });
  });

  it('a progress event does not restart a finished import', async () => {
    const before = anImport({ state: 'completed' });
    expect(await listAfter(before, progress(1_000_000))).toEqual(before);
  });

  it('a progress event advances the open receipt', async () => {
    const client = new QueryClient();
    const { queryKey } = getReceipt(3);
    client.setQueryData(
      queryKey,
      Object.assign(anImport({ state: 'importing', bytesRead: 0 }), {
        totals: [],
        parts: null,
        totalsCount: 0,
        warnings: [],
        matchedReturnCount: 0,
      }),
    );
    await applyServerEvent(client, progress(500_000));
    expect(client.getQueryData(queryKey)).toMatchObject({ bytesRead: 500_000 });
  });

  it('a progress event for a new import refetches only the first page', async () => {
    const client = new QueryClient();
    client.setQueryData(listImports(1).queryKey, pageOf(anImport({ importId: 2 })));
    client.setQueryData(listImports(2).queryKey, pageOf(anImport({ importId: 1 })));
    await applyServerEvent(client, progress(1));
    expect(client.getQueryState(listImports(1).queryKey)?.isInvalidated).toBe(true);
    expect(client.getQueryState(listImports(2).queryKey)?.isInvalidated).toBe(false);
  });

  it('a progress event does not refetch the first page when an old import runs again', async () => {
    const client = new QueryClient();
    client.setQueryData(listImports(1).queryKey, pageOf(anImport({ importId: 9 }), anImport({ importId: 8 })));
    await applyServerEvent(client, progress(1));
    expect(client.getQueryState(listImports(1).queryKey)?.isInvalidated).toBe(false);
  });

  it('a progress event refetches the page of an import that had failed', async () => {
    const client = new QueryClient();
    client.setQueryData(listImports(2).queryKey, pageOf(anImport({ state: 'failed' })));
    await applyServerEvent(client, progress(1));
    expect(client.getQueryState(listImports(2).queryKey)?.isInvalidated).toBe(true);
  });
});

describe('server events', () => {
  const reads = [
    '/api/metrics',
    '/api/transactions/chart',
    '/api/top-depositors',
    '/api/unusual-activities',
    '/api/transactions',
    IMPORTS_KEY[0],
  ];

  it.each([
    [{ type: 'ledger.projected', importId: 3 } as const, reads],
    [{ type: 'import.undoing', importId: 3 } as const, ['/api/imports']],
    [{ type: 'import.undone', importId: 3 } as const, reads],
    [{ type: 'import.finished', importId: 3, state: 'stored' } as const, ['/api/imports']],
    [{ type: 'detection.finished', runId: 1, alertsGenerated: 2 } as const, ['/api/unusual-activities']],
  ])('the event %o invalidates exactly the queries that it affects', async (event, changed) => {
    const client = new QueryClient();
    for (const read of [...reads, '/api/auth/user']) client.setQueryData([read], []);
    await applyServerEvent(client, event);
    const outdated = [...reads, '/api/auth/user'].filter((read) => client.getQueryState([read])?.isInvalidated);
    expect(outdated).toEqual(changed);
  });
});
