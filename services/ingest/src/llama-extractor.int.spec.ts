import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@clearwatch/service-kit/logging/logger';
import { LlamaExtractor } from './documents/llama-extractor.ts';
import type { DocumentToRead } from './documents/reading/document-reader.ts';
import { LlamaCloudStub, type StubbedAnswer } from './documents/testing/llama-cloud-stub.ts';
import { IngestEnvironment } from './ingest-environment.ts';

const CREATE = 'POST /api/v2/extract';
const ASK = 'GET /api/v2/extract/*';
const ROW = {
  company: 'ACME PAYROLL',
  last_name: 'EXAMPLE',
  first_name: 'ANNA',
  account_number: '1000000001',
  original_account: '1000000001',
  transaction_code: '22',
  amount: '$1,234.56',
  transaction_type: 'Credit',
  posting_date: '08/03/2026',
};

let cloud: LlamaCloudStub;
let folder: string;
let document: DocumentToRead;
beforeAll(async () => {
  cloud = await LlamaCloudStub.start();
  folder = await mkdtemp(join(tmpdir(), 'clearwatch-llama-'));
  const path = join(folder, 'statement.pdf');
  await writeFile(path, '%PDF-1.7 a statement');
  const file = { path, type: 'application/pdf', fileName: 'statement.pdf' } as const;
  document = { parseJobId: 1, ...file, resumeId: null, layouts: [] };
});
beforeEach(() => {
  cloud.forget();
  cloud.rows = [ROW];
});
afterAll(async () => {
  await cloud.stop();
  await rm(folder, { recursive: true, force: true });
});

function extractor(): LlamaExtractor {
  const environment = Object.assign(new IngestEnvironment(), {
    LLAMA_CLOUD_API_KEY: 'llx-only-for-tests',
    LLAMA_CLOUD_BASE_URL: cloud.url,
  });
  return new LlamaExtractor(environment, createLogger({ service: 'ingest', level: 'silent' }));
}

function extract({
  resumeId = null,
  signal = new AbortController().signal,
}: {
  resumeId?: string | null;
  signal?: AbortSignal;
} = {}) {
  const begun: { resumeId: string }[] = [];
  const reading = extractor().extract(
    { ...document, resumeId },
    { signal, onProgress: () => undefined, noteBegun: async (noted) => void begun.push(noted) },
  );
  return { reading, begun };
}

const deletions = () => cloud.calls.filter((call) => call.startsWith('DELETE'));

describe('document extraction', () => {
  it('the extractor sends a document to the extraction service, polls until it is done, and deletes file and job', async () => {
    const { reading, begun } = extract();
    const { tables, pages } = await reading;
    expect(pages).toEqual([]);
    expect(tables[0]?.rows.map(({ cells, doubts }) => [cells.map(({ text }) => text), doubts])).toEqual([
      [['ACME PAYROLL', 'EXAMPLE', 'ANNA', '1000000001', '1000000001', '22', '$1,234.56', 'Credit', '08/03/2026'], []],
    ]);
    expect(begun).toEqual([{ resumeId: 'work-1', configurationId: null }]);
    expect(cloud.calls.filter((call) => call === ASK).length).toBeGreaterThan(1);
    expect(deletions()).toEqual(['DELETE /api/v2/extract/*', expect.stringMatching(/^DELETE .*files\/\*$/)]);
    const asked = JSON.parse(cloud.bodies[cloud.calls.indexOf(CREATE)] ?? '');
    expect(asked.configuration).toMatchObject({ extraction_target: 'per_table_row', disable_cache: true });
    expect(asked.configuration.data_schema.required).toHaveLength(8);
  });

  it('the extractor continues an extraction job that an earlier worker started', async () => {
    await extract({ resumeId: 'work-7' }).reading;
    expect(cloud.calls.some((call) => call.startsWith('POST'))).toBe(false);
  });

  it('the extractor sends a document again when the extraction service no longer has its job', async () => {
    cloud.answers.set(ASK, (call) =>
      call === 1 ? { status: 404, body: { detail: 'no such job' } } : work('COMPLETED'),
    );
    await extract({ resumeId: 'work-7' }).reading;
    expect(cloud.calls.filter((call) => call === CREATE)).toHaveLength(1);
  });

  it('the extractor counts unknown states of the extraction service as in progress', async () => {
    cloud.answers.set(ASK, (call) => work(call === 1 ? 'THINKING_HARD' : 'COMPLETED'));
    await expect(extract().reading).resolves.toMatchObject({ pages: [] });
  });

  it('the extractor holds rows that are uncertain or not transactions', async () => {
    const sure = Array.from({ length: 18 }, () => ROW);
    cloud.rows = [...sure, { ...ROW, amount: 'twelve' }, { ...ROW, account_number: { no: 'text' } }];
    const { tables } = await extract().reading;
    expect(tables[0]?.rows.map(({ doubts }) => doubts.length > 0)).toEqual([...sure.map(() => false), true, true]);
  });

  it.each<[number, RegExp]>([
    [401, /does not accept the configured key/],
    [402, /no credits left/],
    [403, /no permission to use/],
    [422, /cannot read this document/],
    [429, /too many requests/],
    [500, /is not responding/],
  ])(
    'the extractor reports status %d of the service with advice and keeps nothing of the document [fault 5.1]',
    async (status, sentence) => {
      cloud.answers.set(CREATE, () => ({
        status,
        body: { detail: 'secret inside' },
        headers: { 'retry-after': '0' },
      }));
      await expect(extract().reading).rejects.toThrow(sentence);
      expect(deletions()).toHaveLength(1);
    },
  );

  it.each<[string, StubbedAnswer, RegExp]>([
    [
      'fails',
      { status: 200, body: { id: 'work-1', file_input: 'file-1', status: 'FAILED' } },
      /could not read this document/,
    ],
    [
      'is canceled',
      { status: 200, body: { id: 'work-1', file_input: 'file-1', status: 'CANCELLED' } },
      /could not read/,
    ],
    [
      'returns one object',
      { status: 200, body: { id: 'work-1', file_input: 'file-1', status: 'COMPLETED', extract_result: {} } },
      /did not return a list of transactions/,
    ],
    [
      'returns text as rows',
      {
        status: 200,
        body: { id: 'work-1', file_input: 'file-1', status: 'COMPLETED', extract_result: ['x'] },
      },
      /did not return a list of transactions/,
    ],
    [
      'finds nothing',
      { status: 200, body: { id: 'work-1', file_input: 'file-1', status: 'COMPLETED', extract_result: [] } },
      /cannot be read|No transactions/,
    ],
    ['loses the connection', null, /is not responding/],
  ])(
    'the extractor reports an extraction job that %s, and the job is deleted [fault 5.1]',
    async (_, answer, sentence) => {
      cloud.answers.set(ASK, () => answer);
      await expect(extract().reading).rejects.toThrow(sentence);
      expect(deletions()).toHaveLength(2);
    },
  );

  it('the extractor deletes the job of a canceled document and keeps it when the worker shuts down', async () => {
    for (const [name, forgotten] of [
      ['DocumentClaimLost', 2],
      ['ShuttingDown', 0],
    ] as const) {
      cloud.forget();
      cloud.pending = 1_000;
      const stop = new AbortController();
      const { reading } = extract({ signal: stop.signal });
      while (!cloud.calls.includes(ASK)) await new Promise((resolve) => setTimeout(resolve, 20));
      stop.abort(Object.assign(new Error('stop'), { name }));
      await expect(reading).rejects.toThrow('stop');
      expect(deletions()).toHaveLength(forgotten);
    }
  });
});

const work = (status: string): StubbedAnswer => ({
  status: 200,
  body: { id: 'work-1', file_input: 'file-1', status, extract_result: status === 'COMPLETED' ? [ROW] : null },
});
