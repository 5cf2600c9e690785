import type { GenerateReportRequest, ReportDetail } from '@clearwatch/contracts/ai-reports.dto';
import { COMPOSE_REPORT } from '@clearwatch/contracts/jobs.dto';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { pollUntil } from '@clearwatch/service-kit/time/async-timing';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { ReportsEnvironment } from '../../environment.ts';
import { noSuchReport } from '../no-such-report.ts';
import { AiReportsRepository } from '../reading/ai-reports.repository.ts';
import { askedReport } from './asked-report.ts';
import { AskedReports } from './asked-reports.repository.ts';

/** Takes down what is asked for and waits for it. From the moment the row is written the report is written without anybody. */
@Injectable()
export class GenerateReportService implements OnModuleDestroy {
  private readonly stopping = new AbortController();

  constructor(
    @Inject(ENVIRONMENT) private readonly environment: ReportsEnvironment,
    private readonly asked: AskedReports,
    private readonly reports: AiReportsRepository,
    private readonly producer: JobProducer,
    private readonly today: Today,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Whoever still waits is told what is known: the report is not lost. */
  onModuleDestroy(): void {
    this.stopping.abort();
  }

  /**
   * @param clientGone ends the wait, not the report
   * @returns the report, written or still open
   * @throws AppError when it is not to be had: `bad_request`, `too_many_requests`, or `unavailable` with why it failed
   */
  async generate(
    actor: Actor,
    request: GenerateReportRequest,
    clientGone: AbortSignal,
  ): Promise<ReportDetail> {
    const reportId = await this.asked.add(actor, askedReport(request, this.today.day()));
    const isQueued = await this.queue(reportId);
    await pollUntil({
      ask: () => this.reports.isOpen(reportId),
      isFinal: (isOpen) => !isOpen,
      limitMs: isQueued ? this.environment.REPORT_WAIT_SECONDS * 1_000 : 0,
      signal: AbortSignal.any([clientGone, this.stopping.signal]),
    });
    const report = await this.reports.find(reportId);
    if (report === null) throw noSuchReport();
    if (report.state === 'failed')
      throw new AppError('unavailable', report.notice ?? 'The report could not be written.');
    return report;
  }

  /** The queue being away is no reason to refuse: the reconciler queues what is written down. */
  private async queue(reportId: number): Promise<boolean> {
    try {
      await this.producer.enqueue(COMPOSE_REPORT, { reportId });
      return true;
    } catch (error) {
      this.logger.warn({ err: error, reportId }, 'report is asked for but not yet queued');
      return false;
    }
  }
}
