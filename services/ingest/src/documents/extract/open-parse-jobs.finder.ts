import { EXTRACT_DOCUMENT, type ExtractDocumentPayload } from '@clearwatch/contracts/jobs.dto';
import { integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import type { LostWorkFinder } from '@clearwatch/service-kit/jobs/reconciler';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** Nobody has begun it, or its worker has been silent for longer than any pause of a living one. */
const UNATTENDED = `status IN ('pending', 'processing') AND coalesce(progress_at, created_at) < now() - interval '15 seconds'`;

/** A person has accepted rows, and the process ended before their import began. */
const STRANDED = `EXISTS (SELECT 1 FROM ledger.parsed_rows r
  WHERE r.parse_job_id = j.id AND r.state = 'accepted' AND r.import_id IS NULL AND r.decided_at < now() - interval '15 seconds')`;

/** Documents that nobody reads, or whose accepted rows nobody imports. */
@Injectable()
export class OpenParseJobs implements LostWorkFinder<ExtractDocumentPayload> {
  readonly definition = EXTRACT_DOCUMENT;

  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async findOpenWork(): Promise<ExtractDocumentPayload[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT id FROM ledger.parse_jobs j
        WHERE (${UNATTENDED}) OR (status = 'completed' AND ${STRANDED}) ORDER BY id LIMIT 200`,
    );
    return rows.map((row) => ({ parseJobId: integerOf(row, 'id') }));
  }

  /** It ended every worker that took it. */
  async giveUp({ parseJobId }: ExtractDocumentPayload): Promise<void> {
    await this.database.query(
      `UPDATE ledger.parse_jobs
          SET status = 'failed', completed_at = now(),
              error_message = 'The document could not be read: its reader stopped again and again. Nothing of it was imported.'
        WHERE id = $1 AND ${UNATTENDED}`,
      [parseJobId],
    );
  }
}
