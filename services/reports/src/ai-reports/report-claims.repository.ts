import {
  type Fact,
  REPORT_TYPES,
  type ReportDocument,
  type ReportType,
} from '@clearwatch/contracts/ai-reports';
import type { Day } from '@clearwatch/domain/calendar/day';
import type { Period } from '@clearwatch/domain/calendar/period';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { dayOf, enumOf, nullable, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { toAppError } from '@clearwatch/service-kit/errors/app-error';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { reportComposed, reportFailed, systemActorFor } from './report-audit.ts';

interface ReportFailure {
  code: string;
  /** Shown to staff as it stands. */
  sentence: string;
}

/** What staff read about a report that could not be written. Says what to do, and quotes nothing. */
export function toReportFailure(error: unknown): ReportFailure {
  const { code, kind } = toAppError(error);
  if (code === 'insufficient_storage') {
    return {
      code,
      sentence: 'The server has run out of disk space. Generate the report again when there is room.',
    };
  }
  if (kind === 'operational') {
    return {
      code,
      sentence: 'The database did not answer for a while, so there is no report. Please generate it again.',
    };
  }
  return {
    code,
    sentence:
      'Something went wrong on the server, so there is no report. Please generate it again; when that fails too, tell whoever runs Clearwatch.',
  };
}

/** No second try can help: what failed is the writing itself. */
export function isPermanent(error: unknown): boolean {
  return toAppError(error).kind !== 'operational';
}

/** A report as it is stored. */
export interface ComposedReportRow {
  document: ReportDocument;
  facts: Fact[];
  /** The whole text as Markdown. */
  content: string;
  unboundCount: number;
  /** Why the built-in writer took over from the model. */
  notice: string | null;
  /** By which model, at what price; null when rules composed it. */
  worded: {
    model: string;
    promptTokens: number | null;
    completionTokens: number | null;
    /** US dollars. */
    cost: number | null;
  } | null;
}

/** A report that this attempt may write. */
export interface ReportClaim {
  reportId: number;
  attempt: string;
  reportType: ReportType;
  title: string;
  prompt: string | null;
  /** What was asked for; null where it was left to the ledger. */
  firstDay: Day | null;
  lastDay: Day | null;
}

/** The report is still to be written, and by this attempt. */
const IS_CLAIMED_SQL = `id = $1 AND attempt = $2 AND state = 'composing'`;

/** What the worker does to a report's row. The attempt decides who may: a later claim takes it from an earlier one. */
@Injectable()
export class ReportClaimsRepository {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly trail: AuditTrail,
  ) {}

  /** @returns null when there is nothing left to do: it has ended or is gone */
  async claim(reportId: number, attempt: string): Promise<ReportClaim | null> {
    const [[row]] = await this.database.query<[Row[], number]>(
      `UPDATE reports.ai_reports SET state = 'composing', attempt = $2, progress_at = now(), content = ''
       WHERE id = $1 AND state IN ('pending', 'composing')
       RETURNING report_type, title, prompt, date_range_start::text, date_range_end::text`,
      [reportId, attempt],
    );
    if (row === undefined) return null;
    return {
      reportId,
      attempt,
      reportType: enumOf(REPORT_TYPES, row, 'report_type'),
      title: textOf(row, 'title'),
      prompt: nullable(textOf, row, 'prompt'),
      firstDay: nullable(dayOf, row, 'date_range_start'),
      lastDay: nullable(dayOf, row, 'date_range_end'),
    };
  }

  /**
   * Tells the reconciler that somebody is at work.
   * @returns false when the report is cancelled, deleted or another attempt's
   */
  async keep(claim: ReportClaim): Promise<boolean> {
    return this.change(claim, 'progress_at = now()', []);
  }

  /** From now on it is known which days it speaks of. */
  async describe(
    claim: ReportClaim,
    { title, period, asOf }: { title: string; period: Period; asOf: Day },
  ): Promise<boolean> {
    return this.change(claim, 'title = $3, date_range_start = $4, date_range_end = $5, as_of = $6', [
      title,
      period.firstDay,
      period.lastDay,
      asOf,
    ]);
  }

  /** What there is to read so far. */
  async keepWords(claim: ReportClaim, content: string): Promise<boolean> {
    return this.change(claim, 'content = $3, progress_at = now()', [content]);
  }

  /** @returns false when there was nothing left to complete */
  async complete(claim: ReportClaim, written: ComposedReportRow): Promise<boolean> {
    const { worded } = written;
    return inTransaction(this.database, async (manager) => {
      const [[row]] = await manager.query<[Row[], number]>(
        `UPDATE reports.ai_reports
         SET state = 'completed', generated_at = now(), content = $3, document = $4, facts = $5, writer = $6, model = $7,
             notice = $8, prompt_tokens = $9, completion_tokens = $10, cost = $11, unbound_count = $12
         WHERE ${IS_CLAIMED_SQL} RETURNING title`,
        [
          claim.reportId,
          claim.attempt,
          written.content,
          JSON.stringify(written.document),
          JSON.stringify(written.facts),
          worded === null ? 'built_in' : 'model',
          worded?.model ?? null,
          written.notice,
          worded?.promptTokens ?? null,
          worded?.completionTokens ?? null,
          worded?.cost ?? null,
          written.unboundCount,
        ],
      );
      if (row === undefined) return false;
      const { reportId } = claim;
      const entry = reportComposed(
        { reportId, title: textOf(row, 'title') },
        {
          writer: worded === null ? 'built_in' : 'model',
          model: worded?.model ?? null,
          unboundCount: written.unboundCount,
        },
      );
      await this.trail.record(systemActorFor({ reportId }), entry, manager);
      return true;
    });
  }

  /** @returns false when there was nothing left to fail */
  async fail(claim: ReportClaim, { code, sentence }: ReportFailure): Promise<boolean> {
    return inTransaction(this.database, async (manager) => {
      const [[row]] = await manager.query<[Row[], number]>(
        `UPDATE reports.ai_reports SET state = 'failed', notice = $3, content = '' WHERE ${IS_CLAIMED_SQL} RETURNING title`,
        [claim.reportId, claim.attempt, sentence],
      );
      if (row === undefined) return false;
      const { reportId } = claim;
      const entry = reportFailed({ reportId, title: textOf(row, 'title') }, code);
      await this.trail.record(systemActorFor({ reportId }), entry, manager);
      return true;
    });
  }

  private async change(claim: ReportClaim, settings: string, values: readonly unknown[]): Promise<boolean> {
    const [, changed] = await this.database.query<[Row[], number]>(
      `UPDATE reports.ai_reports SET ${settings} WHERE ${IS_CLAIMED_SQL}`,
      [claim.reportId, claim.attempt, ...values],
    );
    return changed === 1;
  }
}
