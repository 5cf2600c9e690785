import { REPORT_TYPE_LABELS } from '@clearwatch/contracts/ai-reports';
import type { ServerEvent } from '@clearwatch/contracts/server-event';
import { periodOfPrompt } from '@clearwatch/domain/report-writing/custom/question-periods';
import { formatReportPeriod } from '@clearwatch/domain/report-writing/format-fact';
import { reportPeriod } from '@clearwatch/domain/report-writing/report-composer';
import { emptyLedgerReport, emptyPeriodReport } from '@clearwatch/domain/report-writing/report-data-limits';
import { toMarkdown } from '@clearwatch/domain/report-writing/report-markdown';
import { verifyDocument } from '@clearwatch/domain/report-writing/verification/verify-report';
import { hasRows, queryInteger, RowReader } from '@clearwatch/service-kit/database/query-rows';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { ModelFailure } from './model/model-failure.ts';
import { ModelWriterService } from './model/model-writer.service.ts';
import type { LedgerReader } from './queries/ledger-facts.ts';
import {
  type ComposedReportRow,
  type ReportClaim,
  ReportClaimsRepository,
} from './report-claims.repository.ts';
import { REPORT_DEFINITIONS } from './types/report-registry.ts';

/**
 * Facts that cover years of a large ledger take a while, but a statement that runs for two minutes indicates
 * a fault.
 */
const STATEMENT_LIMIT_MS = 120_000;
const HEADING = /^## /gm;
const MODEL_FAULT_NOTICE =
  'The language model could not be used because of an internal error. This report was written by rules from the same figures.';

interface WritingContext {
  /**
   * Aborted when the report is canceled, deleted or taken over, or when this process stops. Also cancels a
   * running query.
   */
  signal: AbortSignal;
  publish: (event: ServerEvent) => Promise<void>;
}

@Injectable()
export class ReportWriterService {
  /** Replaced by tests. */
  kinds: typeof REPORT_DEFINITIONS = REPORT_DEFINITIONS;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly today: Today,
    private readonly model: ModelWriterService,
    private readonly claims: ReportClaimsRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async write(claim: ReportClaim, context: WritingContext): Promise<ComposedReportRow> {
    const { id: reportId, reportType } = claim;
    const composed = await this.compose(claim, context.signal);
    if (composed.days !== null) {
      const { period, asOf } = composed.days;
      const title = `${REPORT_TYPE_LABELS[reportType]}, ${formatReportPeriod(period)}`;
      const { firstDay: dateRangeStart, lastDay: dateRangeEnd } = period;
      await this.claims.extend(claim, { title, dateRangeStart, dateRangeEnd, asOf });
    }
    const { document, unbound } = verifyDocument(composed.document, composed.facts);
    // A statement without a fact is a bug in the rules. The report marks it.
    if (unbound.length > 0)
      this.logger.error({ reportType, unbound: unbound.length }, 'report has statements without a fact');
    const verified: ComposedReportRow = {
      document,
      facts: composed.facts,
      content: toMarkdown(document),
      unboundCount: unbound.length,
      notice: null,
      writer: 'built_in',
    };
    const isReworded = composed.hasEntries && this.model.isSetUp();
    const written = isReworded ? await this.reworded(claim, verified, context) : verified;
    const sections = written.document.sections.length;
    await context.publish({ type: 'report.progress', reportId, sectionsDone: sections, sections });
    return written;
  }

  compose(claim: ReportClaim, signal: AbortSignal) {
    return this.inSnapshot(signal, (ledger) => this.composeFrom(ledger, claim));
  }

  /** Reads all facts from one snapshot. An abort cancels the running statement through another connection. */
  private inSnapshot<T>(signal: AbortSignal, work: (ledger: LedgerReader) => Promise<T>): Promise<T> {
    return this.database.transaction('REPEATABLE READ', async (manager) => {
      await manager.query('SET TRANSACTION READ ONLY');
      await manager.query(`SET LOCAL statement_timeout = ${STATEMENT_LIMIT_MS}`);
      const pid = await queryInteger(manager, 'SELECT pg_backend_pid()');
      let cancelling: Promise<unknown> = Promise.resolve();
      const cancel = () => {
        cancelling = this.database.query('SELECT pg_cancel_backend($1)', [pid]).catch(() => undefined);
      };
      signal.addEventListener('abort', cancel, { once: true });
      try {
        return await work({
          query: (sql, parameters) => {
            signal.throwIfAborted();
            return manager.query(sql, parameters);
          },
        });
      } finally {
        signal.removeEventListener('abort', cancel);
        // The connection returns to the pool only after the cancellation has ended.
        await cancelling;
      }
    });
  }

  /** The ledger covers its first day to its newest day up to today (docs/adr/0014). */
  private async composeFrom(
    ledger: LedgerReader,
    { reportType, dateRangeStart: firstDay, dateRangeEnd: lastDay, prompt }: ReportClaim,
  ) {
    const { firstDay: firstCovered, asOf } = await new RowReader({ 'day?': ['firstDay', 'asOf'] }).one(
      ledger,
      `SELECT min(day)::text AS first_day, max(day)::text AS as_of FROM analytics.ledger_days
        WHERE day > '-infinity' AND day <= $1`,
      [this.today.day()],
    );
    if (firstCovered === null || asOf === null)
      return { ...emptyLedgerReport(), days: null, hasEntries: false };
    const covered = { firstDay: firstCovered, asOf };
    const { period, previous } = reportPeriod({ firstDay, lastDay }, asOf);
    // A prompt may name its own period: "in the last 90 days".
    const named = prompt === null ? null : periodOfPrompt(prompt, covered);
    const days = { period: named ?? period, asOf };
    const hasEntries = await hasRows(
      ledger,
      'SELECT FROM analytics.ledger_days WHERE day BETWEEN $1 AND $2 AND entries > 0 LIMIT 1',
      [days.period.firstDay, days.period.lastDay],
    );
    const written = hasEntries
      ? await this.kinds[reportType].write(ledger, { period, previous, ...covered, prompt })
      : emptyPeriodReport(days.period, covered);
    return { ...written, days, hasEntries };
  }

  /** Keeps the rule-written text when the model fails. */
  private async reworded(
    claim: ReportClaim,
    composed: ComposedReportRow,
    { signal, publish }: WritingContext,
  ): Promise<ComposedReportRow> {
    const { id: reportId, reportType: type, prompt } = claim;
    const { document, facts } = composed;
    const sections = document.sections.length;
    const reportProgress = (sectionsDone: number) =>
      publish({ type: 'report.progress', reportId, sectionsDone, sections });
    await reportProgress(0);
    const onText = async (text: string) => {
      await this.claims.extend(claim, { content: text });
      const headings = text.match(HEADING)?.length ?? 0;
      await reportProgress(Math.min(sections, Math.max(0, headings - 1)));
    };
    try {
      const reworded = await this.model.rewrite({ type, document, facts, prompt, signal, onText });
      return {
        ...composed,
        ...reworded,
        content: toMarkdown(reworded.document),
        // Tables and charts come from the rules, so their unbound statements are kept.
        unboundCount: reworded.unboundCount + composed.unboundCount,
        writer: 'model',
      };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ModelFailure))
        this.logger.error({ err: error, reportId }, 'language model could not be used');
      return { ...composed, notice: error instanceof ModelFailure ? error.message : MODEL_FAULT_NOTICE };
    }
  }
}
