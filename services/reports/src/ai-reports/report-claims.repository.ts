import type { ReportDocument } from '@clearwatch/contracts/ai-reports';
import type { AuditEntry } from '@clearwatch/service-kit/audit/audit-outbox';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { toAppError } from '@clearwatch/service-kit/errors/app-error';
import { systemActor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type FindOptionsWhere, type QueryDeepPartialEntity, Raw, Repository } from 'typeorm';
import { AiReportEntity, IS_OPEN, type ReportAction, reportAuditEntry } from './ai-report.entity.ts';

/** The failure message for staff, without error details. */
export function toReportFailure(error: unknown) {
  const { code, kind } = toAppError(error);
  const sentence =
    code === 'insufficient_storage'
      ? 'The server has run out of disk space. Contact your Clearwatch operator, then generate the report again.'
      : kind === 'operational'
        ? 'The database did not respond, so the report was not written. Generate it again.'
        : 'Something went wrong on the server, so the report was not written. Generate it again. If it fails again, contact your Clearwatch operator.';
  return { code, sentence };
}

type ReportFailure = ReturnType<typeof toReportFailure>;

/** A finished report. `model`, tokens and cost are missing for a rule-written report. */
export interface ComposedReportRow
  extends Pick<AiReportEntity, 'content' | 'facts' | 'unboundCount' | 'notice' | 'writer'>,
    Partial<Pick<AiReportEntity, 'model' | 'promptTokens' | 'completionTokens' | 'cost'>> {
  document: ReportDocument;
}

export interface ReportClaim
  extends Pick<AiReportEntity, 'id' | 'reportType' | 'prompt' | 'dateRangeStart' | 'dateRangeEnd'> {
  attempt: string;
}

/** No worker has started the report, or its worker has been silent for longer than a live worker would be. */
const IS_ABANDONED: FindOptionsWhere<AiReportEntity> = {
  state: IS_OPEN,
  progressAt: Raw((column) => `coalesce(${column}, requested_at) < now() - interval '15 seconds'`),
};

type ReportChanges = QueryDeepPartialEntity<AiReportEntity>;

/** All writes that workers make to a report. A later claim replaces an earlier one. */
@Injectable()
export class ReportClaimsRepository {
  constructor(
    @InjectRepository(AiReportEntity) private readonly reports: Repository<AiReportEntity>,
    private readonly trail: AuditTrail,
  ) {}

  /** @returns null when the report has ended or was deleted */
  async claim(id: number, attempt: string): Promise<ReportClaim | null> {
    const { affected } = await this.reports.update(
      { id, state: IS_OPEN },
      { state: 'composing', attempt, progressAt: () => 'now()', content: '' },
    );
    const report = affected === 1 ? await this.reports.findOneBy({ id, attempt }) : null;
    return report === null ? null : Object.assign(report, { attempt });
  }

  /** @returns false when the report was canceled, deleted or claimed by another attempt */
  async extend(claim: ReportClaim, changes: ReportChanges = {}): Promise<boolean> {
    const extended = { ...changes, progressAt: () => 'now()' };
    return (await this.reports.update(whereClaimed(claim), extended)).affected === 1;
  }

  complete(claim: ReportClaim, composed: ComposedReportRow): Promise<boolean> {
    const { writer, model = null, unboundCount } = composed;
    return this.end(
      claim.id,
      whereClaimed(claim),
      { ...composed, state: 'completed', generatedAt: () => 'now()' },
      { action: 'report.composed', detail: { writer, model, unboundCount } },
    );
  }

  fail(claim: ReportClaim, failure: ReportFailure): Promise<boolean> {
    return this.endFailed(claim.id, whereClaimed(claim), failure);
  }

  async findAbandoned(): Promise<number[]> {
    const order = { id: 'ASC' } as const;
    const reports = await this.reports.find({ select: { id: true }, where: IS_ABANDONED, order, take: 200 });
    return reports.map(({ id }) => id);
  }

  /** Marks a report as failed when all its workers died. @returns false when it is no longer abandoned */
  giveUp(id: number): Promise<boolean> {
    const failure = toReportFailure(new Error('The job for the report is dead'));
    return this.endFailed(id, { id, ...IS_ABANDONED }, failure);
  }

  private endFailed(id: number, where: FindOptionsWhere<AiReportEntity>, { code, sentence }: ReportFailure) {
    const changes: ReportChanges = { state: 'failed', notice: sentence, content: '' };
    return this.end(id, where, changes, { action: 'report.failed', detail: { code } });
  }

  /** The report ID in the actor links the audit entry to the request. */
  private end(
    id: number,
    where: FindOptionsWhere<AiReportEntity>,
    changes: ReportChanges,
    { action, detail }: { action: ReportAction; detail: NonNullable<AuditEntry['detail']> },
  ): Promise<boolean> {
    return inTransaction(this.reports.manager, async (manager) => {
      const { affected } = await manager.update(AiReportEntity, where, changes);
      if (affected !== 1) return false;
      const entry = reportAuditEntry(action, await manager.findOneByOrFail(AiReportEntity, { id }), detail);
      await this.trail.record(systemActor(`report-${id}`), entry, manager);
      return true;
    });
  }
}

function whereClaimed({ id, attempt }: ReportClaim): FindOptionsWhere<AiReportEntity> {
  return { id, attempt, state: 'composing' };
}
