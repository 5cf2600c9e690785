import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { TOTAL_COUNT_HEADER } from '@clearwatch/contracts/http-headers';
import type { TransactionFilters } from '@clearwatch/contracts/transaction-reports.dto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { BYTE_ORDER_MARK } from '@clearwatch/service-kit/csv/csv-line';
import type { Row } from '@clearwatch/service-kit/database/row-readers';
import { clientDisconnectSignal } from '@clearwatch/service-kit/http/request-context';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Response } from 'express';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { DataSource } from 'typeorm';
import { Replica } from '../../replica/replica.service.ts';
import { type Criteria, criteriaOf } from '../../search/criteria.ts';
import { inOwnSnapshot } from '../../search/own-snapshot.ts';
import { literals } from '../../search/put.ts';
import { SearchService } from '../../search/search.service.ts';
import { CopyToCsv } from './copy-to-csv.ts';
import { filterWords } from './filter-words.ts';
import { REPORT_CSV_HEADER, reportRowsSql } from './report-columns.ts';
import { takeExportPlace } from './take-export-place.ts';

/** As operators see it. */
const EXPORT_CONNECTION = 'clearwatch-transactions-export';
const IN_ORDER_OF_INDEX = 'SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off';

interface Errand {
  actor: Actor;
  criteria: Criteria;
  response: Response;
}

/** Sends all of a report as a file, from PostgreSQL to the browser at the pace of the slower of them. */
@Injectable()
export class ExportTransactions {
  /**
   * So many rows take minutes to sort, in which nothing is sent and the browser is taken for gone. They are sent in the order of
   * the index of days instead: later done, but at once begun.
   */
  unsortedFrom = 2_000_000;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly search: SearchService,
    private readonly trail: AuditTrail,
    private readonly replica: Replica,
  ) {}

  /**
   * How many rows there are is announced before the first, so that whoever receives fewer knows. What fails on the way cuts
   * the connection: half a file must not look like a whole one.
   * @throws AppError `bad_request` as a report does; `too_many_requests` while as many exports run as may
   */
  async export(actor: Actor, filters: TransactionFilters, response: Response): Promise<void> {
    const criteria = criteriaOf(filters);
    const signal = clientDisconnectSignal(response);
    const connection = { url: await this.replica.url(), name: EXPORT_CONNECTION, signal };
    try {
      await inOwnSnapshot(connection, async (client) => {
        await takeExportPlace(client, actor.userId);
        await this.send(client, { actor, criteria, response });
      });
    } catch (error) {
      // Nobody is left to be told; what went out before is written down.
      if (!signal.aborted) throw error;
    }
  }

  private async send(client: Client, { actor, criteria, response }: Errand): Promise<void> {
    const ask = async (sql: string, values?: unknown[]) => (await client.query<Row>(sql, values)).rows;
    const matches = await this.search.all(
      ask,
      criteria,
      literals((text) => client.escapeLiteral(text)),
    );
    const fileName = `transaction-report-${new Date().toISOString().slice(0, 10)}.csv`;
    const record = (detail: Record<string, number | boolean>): Promise<void> =>
      this.trail.record(
        actor,
        {
          action: 'transactions.exported',
          subject: { type: 'report', id: null, label: fileName },
          detail: { ...filterWords(criteria), ...detail },
        },
        this.database,
      );
    // Before the first byte: not even a process that is killed in between lets entries out unnoticed.
    await record({ rows: matches.total });
    const csv = new CopyToCsv();
    try {
      if (matches.total >= this.unsortedFrom) await client.query(IN_ORDER_OF_INDEX);
      const rows = client.query(copyTo(`COPY (${reportRowsSql(matches.sql)}) TO STDOUT`));
      // What fails before there is anything to send is told as an error, not as a broken file.
      if (matches.total > 0) await once(rows, 'readable');
      response.setHeader('Content-Type', 'text/csv; charset=utf-8');
      response.setHeader('Content-Disposition', `attachment; filename="${fileName}"`);
      response.setHeader(TOTAL_COUNT_HEADER, String(matches.total));
      response.write(BYTE_ORDER_MARK + REPORT_CSV_HEADER);
      await pipeline(rows, csv, response);
    } catch (error) {
      await record({ rows: csv.rows, complete: false });
      throw error;
    }
  }
}
