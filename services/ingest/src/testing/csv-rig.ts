import type { CsvMappingProposal } from '@clearwatch/contracts/csv-mapping.dto';
import type { ImportSummary } from '@clearwatch/contracts/imports.dto';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import request from 'supertest';
import { get, type IngestApp, identity, upload } from './ingest-app.ts';

export const HEADER = 'Account,Name,Company,Type,Amount,Date';
export const ROWS = `100000017,"SAMPLE, PAULA J",ACME PAYROLL,Credit,"1,250.00",03/16/2026
100000017,"SAMPLE, PAULA J",GAS & LIGHT,Debit,84.10,03/17/2026
100000025,"SAMPLE, OTTO",GAS & LIGHT,Debit,84.10,03/17/2026
`;
export const TABLE = `${HEADER}\n${ROWS}`;

export const aTable = (rows: string): string => `${HEADER}\n${rows}`;

/** What a person does with a CSV file. */
export interface CsvRig {
  send(method: 'put' | 'post' | 'delete', path: string, body?: object): Promise<request.Response>;
  proposalOf(importId: number): Promise<CsvMappingProposal>;
  summaryOf(importId: number): Promise<ImportSummary>;
  /** Waits until the import is over. */
  finished(importId: number): Promise<ImportSummary>;
  /** Uploads a file whose header is not known yet. */
  waiting(content: string | Buffer): Promise<number>;
  /** Uploads it and takes the mapping that is proposed, questions or not. */
  accepted(content: string | Buffer): Promise<number>;
}

export function csvRig(ingest: IngestApp): CsvRig {
  const rig: CsvRig = {
    send: async (method, path, body) => {
      const server = request(ingest.app.getHttpServer());
      return server[method](path)
        .set(await identity())
        .send(body);
    },
    proposalOf: async (importId) => (await get(ingest, `/api/imports/${importId}/mapping`)).body,
    summaryOf: async (importId) => (await get(ingest, `/api/imports/${importId}`)).body,
    finished: async (importId) => {
      const isOver = async () => ['completed', 'failed'].includes((await rig.summaryOf(importId)).state);
      await waitUntil(`import ${importId} is over`, isOver);
      return rig.summaryOf(importId);
    },
    waiting: async (content) => {
      const { status, body, text } = await upload(ingest, content, 'march.csv');
      if (status !== 202 || body.state !== 'needs_mapping') throw new Error(`it does not wait: ${text}`);
      return body.importId;
    },
    accepted: async (content) => {
      const importId = await rig.waiting(content);
      const { mapping } = await rig.proposalOf(importId);
      const { status, text } = await rig.send('put', `/api/imports/${importId}/mapping`, mapping);
      if (status !== 200) throw new Error(`its mapping was refused: ${text}`);
      return importId;
    },
  };
  return rig;
}
