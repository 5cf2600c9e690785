import { startSilentServer } from '@clearwatch/service-kit/testing/queue-fixtures';
import { extractionFile, extractionRow } from '../testing/import-file-fixtures.ts';
import { get, importRow, startIngest, storedFiles, upload } from '../testing/ingest-test-context.ts';

describe('uploading under faults', () => {
  it('an upload without a queue is answered 202 within seconds and waits for the reconciler [fault 2.4]', async () => {
    const trap = await startSilentServer();
    const ingest = await startIngest({
      backend: 'postgres',
      redisDatabase: 9,
      settings: { REDIS_URL: `redis://127.0.0.1:${trap.port}`, PROCESS_ROLE: 'api' },
    });
    const started = performance.now();
    const response = await upload(ingest, extractionFile([extractionRow()]));

    expect(response.status).toBe(202);
    expect(response.body).toMatchObject({ state: 'received', transactionCount: 0 });
    expect(performance.now() - started).toBeLessThan(8_000);
    expect(await importRow(ingest, response.body.importId)).toMatchObject({ state: 'received' });
    await ingest.stop();
    await trap.close();
  });

  it('an upload of 60 MB is imported to the last transaction', async () => {
    // Long enough for a busy machine: the response waits for the import.
    const settings = { UPLOAD_WAIT_SECONDS: 100 };
    const ingest = await startIngest({ backend: 'postgres', redisDatabase: 9, settings });
    const response = await upload(ingest, aBigFile());
    const { body } = await get(ingest, `/api/imports/${response.body.importId}`);

    expect(response.status).toBe(200);
    expect(body).toMatchObject({ transactionCount: 150_000, rejectedCount: 0, state: 'completed' });
    expect(await storedFiles(ingest)).toEqual([body.digest]);
    await ingest.stop();
  }, 120_000);
});

function aBigFile(): string {
  const rows = Array.from({ length: 150_000 }, (_, index) =>
    JSON.stringify(extractionRow({ account_number: String(index % 10_000), check_tracer_number: `big${index}` })),
  );
  return `[\n${rows.join(',\n')}\n]`;
}
