import type { Fact, ReportDocument } from '@clearwatch/contracts/ai-reports';
import type { Day } from '@clearwatch/domain/calendar/day';
import type { Period } from '@clearwatch/domain/calendar/period';
import { periodOfPrompt } from '@clearwatch/domain/report-writing/custom/question-periods';
import { reportPeriod } from '@clearwatch/domain/report-writing/report-composer';
import { emptyLedgerReport, emptyPeriodReport } from '@clearwatch/domain/report-writing/report-data-limits';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type LedgerFacts, LedgerSnapshot } from '../facts/ledger-facts.ts';
import { REPORT_KINDS } from '../types/index.ts';
import { cancellable } from './cancellable.ts';
import { coveredDays, hasEntries } from './ledger-days.query.ts';
import type { Claim } from './report-claims.repository.ts';

/** What rules make of the ledger, before any model has seen it. */
export interface ComposedReport {
  /** Null for a ledger without any dated entry. */
  days: { period: Period; asOf: Day } | null;
  document: ReportDocument;
  facts: Fact[];
  /** There is something to say. */
  hasEntries: boolean;
}

@Injectable()
export class LedgerReports {
  /** Tests provide others. */
  kinds: typeof REPORT_KINDS = REPORT_KINDS;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly snapshot: LedgerSnapshot,
    private readonly today: Today,
  ) {}

  /** @param signal ends it within a moment, also in the middle of a long question */
  compose(claim: Claim, signal: AbortSignal): Promise<ComposedReport> {
    const { database } = this;
    return this.snapshot.read((ledger) =>
      cancellable(ledger, { signal, database }, (questions) => this.composeFrom(questions, claim)),
    );
  }

  private async composeFrom(
    ledger: LedgerFacts,
    { reportType, firstDay, lastDay, prompt }: Claim,
  ): Promise<ComposedReport> {
    const covered = await coveredDays(ledger, this.today.day());
    if (covered === null) return { ...emptyLedgerReport(), days: null, hasEntries: false };
    const { period, previous } = reportPeriod({ firstDay, lastDay }, covered.asOf);
    // "In the last 90 days" in the question itself is what the question is about.
    const named = prompt === null ? null : periodOfPrompt(prompt, covered);
    const days = { period: named ?? period, asOf: covered.asOf };
    if (!(await hasEntries(ledger, days.period)))
      return { ...emptyPeriodReport(days.period, covered), days, hasEntries: false };
    const kind = this.kinds[reportType];
    return {
      ...(await kind.write(ledger, { period, previous, ...covered, prompt })),
      days,
      hasEntries: true,
    };
  }
}
