import type { Fact, ReportDocument, ReportType } from '@clearwatch/contracts/ai-reports';
import type { Day } from '@clearwatch/domain/calendar/day';
import type { Period } from '@clearwatch/domain/calendar/period';
import type { AuditEntry } from '@clearwatch/service-kit/audit/audit-outbox';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { toAppError } from '@clearwatch/service-kit/errors/app-error';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type FindOptionsWhere, type QueryDeepPartialEntity, Repository } from 'typeorm';
import { AiReportEntity, IS_OPEN } from './ai-report.entity.ts';
import { type AuditedReport, reportAuditEntry, systemActorFor } from './report-audit.ts';

interface ReportFailure {
  code: string;
  /** Shown to staff as it stands. */
  sentence: string;
}

/** The text for staff about a report that failed, without details of the error. */
export function toReportFailure(error: unknown): ReportFailure {
  const { code, kind } = toAppError(error);
  if (code === 'insufficient_storage')
    return {
      code,
      sentence: 'The server has run out of disk space. Generate the report again when there is room.',
    };
  return {
    code,
    sentence:
      kind === 'operational'
        ? 'The database did not answer for a while, so there is no report. Please generate it again.'
        : 'Something went wrong on the server, so there is no report. Please generate it again; when that fails too, tell whoever runs Clearwatch.',
  };
}

/** A second try would fail as well. */
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
  /** The requested days; null where the worker takes them from the ledger. */
  firstDay: Day | null;
  lastDay: Day | null;
}

/** Changes of the worker to a report. A later claim takes the report from an earlier one. */
@Injectable()
export class ReportClaimsRepository {
  constructor(
    @InjectRepository(AiReportEntity) private readonly reports: Repository<AiReportEntity>,
    private readonly trail: AuditTrail,
  ) {}

  /** @returns null when there is nothing left to do: it has ended or is gone */
  async claim(reportId: number, attempt: string): Promise<ReportClaim | null> {
    const { affected } = await this.reports.update(
      { id: reportId, state: IS_OPEN },
      { state: 'composing', attempt, progressAt: () => 'now()', content: '' },
    );
    if (affected !== 1) return null;
    const report = await this.reports.findOneBy({ id: reportId, attempt });
    if (report === null) return null;
    const { reportType, title, prompt, dateRangeStart: firstDay, dateRangeEnd: lastDay } = report;
    return { reportId, attempt, reportType, title, prompt, firstDay, lastDay };
  }

  /**
   * Tells the reconciler that a worker is active.
   * @returns false when the report is cancelled, deleted or another attempt's
   */
  async extend(claim: ReportClaim): Promise<boolean> {
    return this.change(claim, { progressAt: () => 'now()' });
  }

  async describe(
    claim: ReportClaim,
    { title, period, asOf }: { title: string; period: Period; asOf: Day },
  ): Promise<boolean> {
    const { firstDay: dateRangeStart, lastDay: dateRangeEnd } = period;
    return this.change(claim, { title, dateRangeStart, dateRangeEnd, asOf });
  }

  async extendWithText(claim: ReportClaim, content: string): Promise<boolean> {
    return this.change(claim, { content, progressAt: () => 'now()' });
  }

  /** @returns false when there was nothing left to complete */
  async complete(claim: ReportClaim, composed: ComposedReportRow): Promise<boolean> {
    const { content, document, facts, worded, notice, unboundCount } = composed;
    const writer = worded === null ? 'built_in' : 'model';
    const { model, promptTokens, completionTokens, cost } = worded ?? BUILT_IN;
    const made = { writer, model, promptTokens, completionTokens, cost, unboundCount } as const;
    return this.end(
      claim,
      { state: 'completed', generatedAt: () => 'now()', content, document, facts, notice, ...made },
      (report) => reportAuditEntry('report.composed', report, { writer, model, unboundCount }),
    );
  }

  /** @returns false when there was nothing left to fail */
  async fail(claim: ReportClaim, { code, sentence }: ReportFailure): Promise<boolean> {
    return this.end(claim, { state: 'failed', notice: sentence, content: '' }, (report) =>
      reportAuditEntry('report.failed', report, { code }),
    );
  }

  private end(
    claim: ReportClaim,
    changes: ReportChanges,
    entryOf: (report: AuditedReport) => AuditEntry,
  ): Promise<boolean> {
    return inTransaction(this.reports.manager, async (manager) => {
      const { reportId } = claim;
      const { affected } = await manager.update(AiReportEntity, whereClaimed(claim), changes);
      if (affected !== 1) return false;
      const { title } = await manager.findOneOrFail(AiReportEntity, {
        select: { id: true, title: true },
        where: { id: reportId },
      });
      await this.trail.record(systemActorFor({ reportId }), entryOf({ reportId, title }), manager);
      return true;
    });
  }

  private async change(claim: ReportClaim, changes: ReportChanges): Promise<boolean> {
    const { affected } = await this.reports.update(whereClaimed(claim), changes);
    return affected === 1;
  }
}

type ReportChanges = QueryDeepPartialEntity<AiReportEntity>;

const BUILT_IN = { model: null, promptTokens: null, completionTokens: null, cost: null } as const;

function whereClaimed({ reportId, attempt }: ReportClaim): FindOptionsWhere<AiReportEntity> {
  return { id: reportId, attempt, state: 'composing' };
}
