import { REPORT_TYPE_LABELS } from '@clearwatch/contracts/ai-reports';
import type { GenerateReportRequest, ReportDetail, ReportSummary } from '@clearwatch/contracts/ai-reports.dto';
import { COMPOSE_REPORT } from '@clearwatch/contracts/jobs.dto';
import { type Day, isDay } from '@clearwatch/domain/calendar/day';
import { AuditTrail, RecentViews } from '@clearwatch/service-kit/audit/audit-trail.service';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { IsSearchText, PageQuery, pageOf } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { pollUntil } from '@clearwatch/service-kit/time/async-timing';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsOptional } from 'class-validator';
import type { Logger } from 'pino';
import { IsNull, Raw, Repository } from 'typeorm';
import { ReportsEnvironment } from '../reports-environment.ts';
import { AiReportEntity, IS_OPEN, reportAuditEntry } from './ai-report.entity.ts';

export const REPORT_NOT_FOUND = 'This report does not exist.';

/** Excludes the document columns, which are large. */
const SUMMARY_COLUMNS = {
  id: true,
  reportType: true,
  title: true,
  dateRangeStart: true,
  dateRangeEnd: true,
  generatedAt: true,
  requestedAt: true,
  state: true,
  requestedByName: true,
  unboundCount: true,
} as const;

function toReportSummary(report: Pick<AiReportEntity, keyof typeof SUMMARY_COLUMNS>): ReportSummary {
  const { id, reportType, title, dateRangeStart, dateRangeEnd, state, unboundCount } = report;
  const { generatedAt, requestedAt, requestedByName: requestedBy } = report;
  const days = { dateRangeStart, dateRangeEnd, generatedAt: generatedAt ?? requestedAt };
  return { id, reportType, title, ...days, state, requestedBy, unboundCount };
}

export function toReportDetail(report: AiReportEntity): ReportDetail {
  const { content, prompt, writer, model, notice, document, facts } = report;
  const { promptTokens, completionTokens, cost } = report;
  const text = { content, prompt, writer, model, notice };
  const writing = { ...text, promptTokens, completionTokens, cost, document, facts };
  return Object.assign(toReportSummary(report), writing);
}

export class ListReportsQuery extends PageQuery {
  @IsOptional() @IsSearchText() search?: string;
}

/** The earliest date that imports accept (import file specification). */
const EARLIEST_DAY = '1970-01-01';

/**
 * The worker fills in missing dates from the ledger. @param today limits both dates to the end of next year,
 * as for entries
 */
export function parseReportRequest(request: GenerateReportRequest, today: Day) {
  const latest = `${Number(today.slice(0, 4)) + 1}-12-31`;
  const dayOf = (what: string, day: string | null | undefined): Day | null => {
    if (day === undefined || day === null) return null;
    if (!isDay(day)) throw badRequest(`The ${what} date is not a calendar date. Enter it as YYYY-MM-DD.`);
    if (day < EARLIEST_DAY || day > latest)
      throw badRequest(`The ${what} date must be between ${EARLIEST_DAY} and ${latest}.`);
    return day;
  };
  const firstDay = dayOf('start', request.dateRangeStart);
  const lastDay = dayOf('end', request.dateRangeEnd);
  if (firstDay !== null && lastDay !== null && firstDay > lastDay)
    throw badRequest('The start date must not be after the end date.');
  return { reportType: request.reportType, firstDay, lastDay, prompt: promptOf(request) };
}

function promptOf({ reportType, customPrompt }: GenerateReportRequest): string | null {
  const prompt = customPrompt?.toWellFormed().replaceAll('\0', '').trim() ?? '';
  if (reportType === 'custom' && prompt === '') throw badRequest('A custom report needs a prompt. Enter a question.');
  if (reportType !== 'custom' && prompt !== '') throw badRequest('Only custom reports accept a prompt.');
  return prompt === '' ? null : prompt;
}

const badRequest = (sentence: string) => new AppError('bad_request', sentence);

/** Limit per user, so that workers stay available to other users. */
const MAX_OPEN_REPORTS = 3;

@Injectable()
export class AiReportsService implements OnModuleDestroy {
  private readonly views = new RecentViews();
  private readonly stopping = new AbortController();

  constructor(
    @InjectRepository(AiReportEntity) private readonly reports: Repository<AiReportEntity>,
    private readonly trail: AuditTrail,
    private readonly producer: JobProducer,
    private readonly today: Today,
    @Inject(ENVIRONMENT) private readonly environment: ReportsEnvironment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  /** @param disconnected ends the wait but does not cancel the report */
  async generate(actor: Actor, request: GenerateReportRequest, disconnected: AbortSignal) {
    const reportId = await this.add(actor, parseReportRequest(request, this.today.day()));
    const isQueued = await this.queue(reportId);
    await pollUntil({
      check: () => this.reports.existsBy({ id: reportId, state: IS_OPEN }),
      isFinal: (isOpen) => !isOpen,
      limitMs: isQueued ? this.environment.REPORT_WAIT_SECONDS * 1_000 : 0,
      signal: AbortSignal.any([disconnected, this.stopping.signal]),
    });
    const report = await this.find(reportId);
    if (report.state === 'failed')
      throw new AppError('unavailable', report.notice ?? 'The report could not be generated. Try again.');
    return toReportDetail(report);
  }

  private add(actor: Actor, request: ReturnType<typeof parseReportRequest>): Promise<number> {
    const { reportType, prompt, firstDay, lastDay } = request;
    return inTransaction(this.reports.manager, async (manager) => {
      // Requests from one user run one at a time, so that each one counts the previous ones.
      const lock = `SELECT pg_advisory_xact_lock(hashtext('ai_reports'), $1::integer)`;
      await manager.query(lock, [actor.userId ?? 0]);
      const requestedBy = actor.userId ?? IsNull();
      if ((await manager.countBy(AiReportEntity, { state: IS_OPEN, requestedBy })) >= MAX_OPEN_REPORTS)
        throw new AppError(
          'too_many_requests',
          `${MAX_OPEN_REPORTS} of your reports are still being written. Wait until one is done, or cancel one.`,
          { retryAfterSeconds: 10 },
        );
      const report = await manager.save(AiReportEntity, {
        reportType,
        title: REPORT_TYPE_LABELS[reportType],
        prompt,
        dateRangeStart: firstDay,
        dateRangeEnd: lastDay,
        state: 'pending',
        requestedBy: actor.userId,
        requestedByName: actor.username,
      });
      const entry = reportAuditEntry('report.requested', report, { reportType, firstDay, lastDay });
      await this.trail.record(actor, entry, manager);
      return report.id;
    });
  }

  /** If queuing fails, the reconciler queues the request later. */
  private async queue(reportId: number): Promise<boolean> {
    try {
      await this.producer.enqueue(COMPOSE_REPORT, { reportId });
      return true;
    } catch (error) {
      this.logger.warn({ err: error, reportId }, 'report request stored but not queued');
      return false;
    }
  }

  async list(query: ListReportsQuery): Promise<{ items: ReportSummary[]; total: number }> {
    const page = pageOf(query);
    const searchText = query.search?.trim() ?? '';
    const contains = (column: string) => `position(reports.folded(:searchText) IN reports.folded(${column})) > 0`;
    const [reports, total] = await this.reports.findAndCount({
      select: SUMMARY_COLUMNS,
      where: { title: Raw(contains, { searchText }) },
      order: { requestedAt: 'DESC', id: 'DESC' },
      take: page.limit,
      skip: page.offset,
    });
    return { items: reports.map(toReportSummary), total };
  }

  async find(id: number): Promise<AiReportEntity> {
    const report = await this.reports.findOneBy({ id });
    if (report === null) throw reportNotFound();
    return report;
  }

  /** Records the view before it returns the text. @throws AppError `not_found` */
  async view(actor: Actor, id: number): Promise<ReportDetail> {
    const report = await this.find(id);
    if (report.content !== '')
      await this.views.record(actor, id, {
        now: Date.now(),
        write: () => this.trail.record(actor, reportAuditEntry('report.viewed', report), this.reports.manager),
      });
    return toReportDetail(report);
  }

  /** The worker that is writing the report stops within two seconds. */
  async cancel(actor: Actor, id: number): Promise<ReportDetail> {
    await inTransaction(this.reports.manager, async (manager) => {
      const report = await manager.findOne(AiReportEntity, {
        select: { id: true, state: true, title: true, requestedBy: true },
        where: { id },
        lock: { mode: 'for_no_key_update' },
      });
      if (report === null) throw reportNotFound();
      const isOwn = actor.userId !== null && report.requestedBy === actor.userId;
      if (!isOwn && actor.role !== 'Admin')
        throw new AppError('forbidden', 'Only the user who requested a report, or an admin, can cancel it.');
      if (!['pending', 'composing'].includes(report.state))
        throw new AppError('conflict', 'This report is already finished.');
      const cancelled = { state: 'cancelled', generatedAt: null, content: '', attempt: null } as const;
      await manager.update(AiReportEntity, { id }, cancelled);
      await this.trail.record(actor, reportAuditEntry('report.cancelled', report), manager);
    });
    await this.producer.publish({ type: 'report.finished', reportId: id });
    return toReportDetail(await this.find(id));
  }

  async delete(actor: Actor, id: number): Promise<void> {
    await inTransaction(this.reports.manager, async (manager) => {
      const report = await manager.findOneBy(AiReportEntity, { id });
      const { affected } = await manager.delete(AiReportEntity, { id });
      // Two admins may delete the same report at the same time.
      if (report === null || affected !== 1) throw reportNotFound();
      await this.trail.record(actor, reportAuditEntry('report.deleted', report), manager);
    });
    await this.producer.publish({ type: 'report.finished', reportId: id });
  }
}

const reportNotFound = () => new AppError('not_found', REPORT_NOT_FOUND);
