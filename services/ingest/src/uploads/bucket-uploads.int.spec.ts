import { createHash } from 'node:crypto';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { extractionFile, extractionRow } from '../testing/import-file-fixtures.ts';
import {
  countTransactions,
  get,
  type IngestApp,
  identity,
  importProcessorOf,
  importRow,
  post,
  receiveFile,
  runJob,
  startIngest,
  storedFiles,
  upload,
} from '../testing/ingest-test-context.ts';
import { S3_STUB, type S3Stub, startS3Stub } from './testing/s3-stub.ts';

describe('uploads in a bucket', () => {
  let standIn: S3Stub;
  let ingest: IngestApp;

  beforeAll(async () => {
    standIn = await startS3Stub();
    ingest = await startIngest({
      backend: 'postgres',
      redisDatabase: 0,
      settings: { UPLOAD_STORE: 's3', ...S3_STUB, S3_ENDPOINT: standIn.url },
    });
  });
  afterAll(async () => {
    await ingest.stop();
    await standIn.close();
  });
  beforeEach(() => {
    standIn.cuts = () => false;
  });

  const aFileWith = (trace: string): string => extractionFile([extractionRow({ check_tracer_number: trace })]);
  /** A worker deletes its copy shortly after the import is stored. */
  const nothingIsLeft = () => waitUntil('nothing is left', async () => (await storedFiles(ingest)).length === 0);
  const imports = async () => (await get(ingest, '/api/imports')).body as unknown[];

  it('an installation with a bucket imports uploads, stores them under their digest and leaves no local file', async () => {
    const content = aFileWith('1');
    const answer = await upload(ingest, content);
    expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ transactionCount: 1 })]);
    const digest = createHash('sha256').update(content).digest('hex');
    expect(standIn.objects.get(`uploads/${digest.slice(0, 2)}/${digest}`)?.toString()).toBe(content);
    await nothingIsLeft();
  });

  it('an upload is rejected while the bucket is down, leaves nothing, and is accepted later', async () => {
    const before = [(await imports()).length, standIn.objects.size];
    standIn.cuts = () => true;
    const { status, text } = await upload(ingest, aFileWith('2'));
    expect(status).toBe(503);
    expect(text).toContain('The file storage is not responding. Please try again.');
    expect([(await imports()).length, standIn.objects.size]).toEqual(before);
    expect(await storedFiles(ingest)).toEqual([]);
    standIn.cuts = () => false;
    expect((await upload(ingest, aFileWith('2'))).status).toBe(200);
  });

  it('a rejected upload is not sent to the bucket: empty, of another format, or truncated', async () => {
    const before = standIn.requested.length;
    expect((await upload(ingest, '')).status).toBe(422);
    expect((await upload(ingest, '%PDF-1.7', 'a.pdf')).status).toBe(415);
    const { port } = ingest.app.getHttpServer().address() as AddressInfo;
    const sending = request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: '/api/upload-transactions',
      headers: { ...(await identity()), 'content-type': 'multipart/form-data; boundary=edge' },
    });
    sending.on('error', () => undefined);
    sending.write('--edge\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n[{"a":');
    await waitUntil('it arrives', async () => (await storedFiles(ingest)).length === 1);
    sending.destroy();
    await waitUntil('it is gone', async () => (await storedFiles(ingest)).length === 0);
    expect(standIn.requested.slice(before)).toEqual([]);
  });

  it('an import fails with a message while the bucket is down and is stored on retry', async () => {
    const importId = await receiveFile(ingest, aFileWith('3'));
    const before = await countTransactions(ingest);
    standIn.cuts = (what) => what.startsWith('GET');
    await expect(importProcessorOf(ingest).handle({ importId }, runJob({ isLastAttempt: true }))).rejects.toThrow(
      /file storage/,
    );
    expect(await importRow(ingest, importId)).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('file storage did not respond'),
    });
    standIn.cuts = () => false;
    const { status } = await post(ingest, `/api/imports/${importId}/retry`);
    expect(status).toBe(202);
    await waitUntil('it is stored', async () => (await importRow(ingest, importId)).state === 'stored');
    expect(await countTransactions(ingest)).toBe(before + 1);
    await nothingIsLeft();
  });
});
