import { type Fact, REPORT_TYPE_LABELS, type ReportDocument } from '@clearwatch/contracts/ai-reports';
import type { ServerEvent } from '@clearwatch/contracts/server-event';
import type { Day } from '@clearwatch/domain/calendar/day';
import type { Period } from '@clearwatch/domain/calendar/period';
import { periodOfPrompt } from '@clearwatch/domain/report-writing/custom/question-periods';
import { formatReportPeriod } from '@clearwatch/domain/report-writing/format-fact';
import { reportPeriod } from '@clearwatch/domain/report-writing/report-composer';
import { emptyLedgerReport, emptyPeriodReport } from '@clearwatch/domain/report-writing/report-data-limits';
import { toMarkdown } from '@clearwatch/domain/report-writing/report-markdown';
import { verifyDocument } from '@clearwatch/domain/report-writing/verification/verify-report';
import {
  hasRows,
  queryInteger,
  RowReader,
  type SqlReader,
} from '@clearwatch/service-kit/database/query-rows';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { ModelFailure } from './model/model-failure.ts';
import { ModelWriterService } from './model/model-writer.service.ts';
import { type LedgerReader, LedgerSnapshot } from './queries/ledger-facts.ts';
import {
  type ComposedReportRow,
  type ReportClaim,
  ReportClaimsRepository,
} from './report-claims.repository.ts';
import { REPORT_DEFINITIONS } from './types/report-registry.ts';

const LEDGER_DAYS = new RowReader({ 'day?': ['firstDay', 'asOf'] });

/** Cancels the running statement from another connection when the signal is aborted: facts of years take minutes. */
async function withCancellation<T>(
  ledger: LedgerReader,
  { signal, database }: { signal: AbortSignal; database: SqlReader },
  work: (ledger: LedgerReader) => Promise<T>,
): Promise<T> {
  const pid = await queryInteger(ledger, 'SELECT pg_backend_pid()');
  let cancelling: Promise<unknown> = Promise.resolve();
  const cancel = () => {
    cancelling = database.query('SELECT pg_cancel_backend($1)', [pid]).catch(() => undefined);
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await work({
      query: (sql, parameters) => {
        signal.throwIfAborted();
        return ledger.query(sql, parameters);
      },
    });
  } finally {
    signal.removeEventListener('abort', cancel);
    // The connection returns to the pool only after the cancellation has ended.
    await cancelling;
  }
}

/** First day and newest day up to `today` (docs/adr/0014); null while there is no dated entry. */
async function coveredDays(ledger: LedgerReader, today: Day): Promise<{ firstDay: Day; asOf: Day } | null> {
  const { firstDay, asOf } = await LEDGER_DAYS.one(
    ledger,
    `SELECT min(day)::text AS first_day, max(day)::text AS as_of FROM analytics.ledger_days
     WHERE day > '-infinity' AND day <= $1`,
    [today],
  );
  return firstDay === null || asOf === null ? null : { firstDay, asOf };
}

export interface ComposedReport {
  /** Null for a ledger without any dated entry. */
  days: { period: Period; asOf: Day } | null;
  document: ReportDocument;
  facts: Fact[];
  hasEntries: boolean;
}

@Injectable()
export class RuleBasedReportService {
  /** Replaced by tests. */
  kinds: typeof REPORT_DEFINITIONS = REPORT_DEFINITIONS;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly snapshot: LedgerSnapshot,
    private readonly today: Today,
  ) {}

  /** @param signal ends it within a moment, also during a long query */
  compose(claim: ReportClaim, signal: AbortSignal): Promise<ComposedReport> {
    const { database } = this;
    return this.snapshot.read((ledger) =>
      withCancellation(ledger, { signal, database }, (reader) => this.composeFrom(reader, claim)),
    );
  }

  private async composeFrom(
    ledger: LedgerReader,
    { reportType, firstDay, lastDay, prompt }: ReportClaim,
  ): Promise<ComposedReport> {
    const covered = await coveredDays(ledger, this.today.day());
    if (covered === null) return { ...emptyLedgerReport(), days: null, hasEntries: false };
    const { period, previous } = reportPeriod({ firstDay, lastDay }, covered.asOf);
    // A prompt may name its own days: "in the last 90 days".
    const named = prompt === null ? null : periodOfPrompt(prompt, covered);
    const days = { period: named ?? period, asOf: covered.asOf };
    const hasEntries = await hasRows(
      ledger,
      'SELECT FROM analytics.ledger_days WHERE day BETWEEN $1 AND $2 AND entries > 0 LIMIT 1',
      [days.period.firstDay, days.period.lastDay],
    );
    if (!hasEntries) return { ...emptyPeriodReport(days.period, covered), days, hasEntries: false };
    const kind = this.kinds[reportType];
    return {
      ...(await kind.write(ledger, { period, previous, ...covered, prompt })),
      days,
      hasEntries: true,
    };
  }
}

interface WritingContext {
  /** Aborted when the claim is lost or this process stops. */
  signal: AbortSignal;
  /** To open browsers. */
  publish: (event: ServerEvent) => Promise<void>;
}

const HEADING = /^## /gm;
const MODEL_FAULT_NOTICE =
  'The language model could not be used because of a fault in this program. This report was composed by rules from the same figures.';

@Injectable()
export class ReportWriterService {
  constructor(
    private readonly rules: RuleBasedReportService,
    private readonly model: ModelWriterService,
    private readonly claims: ReportClaimsRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async write(claim: ReportClaim, context: WritingContext): Promise<ComposedReportRow> {
    const { reportId, reportType } = claim;
    const composed = await this.rules.compose(claim, context.signal);
    if (composed.days !== null) {
      const title = `${REPORT_TYPE_LABELS[reportType]}, ${formatReportPeriod(composed.days.period)}`;
      await this.claims.describe(claim, { title, ...composed.days });
    }
    const verified = this.verified(claim, composed);
    const written =
      composed.hasEntries && this.model.isSetUp() ? await this.reworded(claim, verified, context) : verified;
    const sections = written.document.sections.length;
    await context.publish({ type: 'report.progress', reportId, sectionsDone: sections, sections });
    return written;
  }

  /** A statement of the rules without a fact is a bug: it is logged and marked in the report. */
  private verified({ reportType }: ReportClaim, composed: ComposedReport): ComposedReportRow {
    const { document, unbound } = verifyDocument(composed.document, composed.facts);
    if (unbound.length > 0)
      this.logger.error({ reportType, unbound: unbound.length }, 'composed report states what no fact has');
    return {
      document,
      facts: composed.facts,
      content: toMarkdown(document),
      unboundCount: unbound.length,
      notice: null,
      worded: null,
    };
  }

  /** The report of the rules stays when the model fails. */
  private async reworded(
    claim: ReportClaim,
    composed: ComposedReportRow,
    { signal, publish }: WritingContext,
  ): Promise<ComposedReportRow> {
    const { reportId, reportType: type, prompt } = claim;
    const sections = composed.document.sections.length;
    const reportProgress = (sectionsDone: number) =>
      publish({ type: 'report.progress', reportId, sectionsDone, sections });
    await reportProgress(0);
    try {
      const { document, unboundCount, ...worded } = await this.model.rewrite({
        type,
        document: composed.document,
        facts: composed.facts,
        prompt,
        signal,
        onText: async (text) => {
          await this.claims.extendWithText(claim, text);
          const headings = text.match(HEADING)?.length ?? 0;
          await reportProgress(Math.min(sections, Math.max(0, headings - 1)));
        },
      });
      return {
        ...composed,
        document,
        content: toMarkdown(document),
        // Tables and charts stay those of the rules, with their unbound statements.
        unboundCount: unboundCount + composed.unboundCount,
        worded,
      };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ModelFailure))
        this.logger.error({ err: error, reportId }, 'language model could not be used');
      return { ...composed, notice: error instanceof ModelFailure ? error.message : MODEL_FAULT_NOTICE };
    }
  }
}
