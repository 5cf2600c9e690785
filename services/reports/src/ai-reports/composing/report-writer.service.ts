import type { ServerEvent } from '@clearwatch/contracts/events/server-event';
import { REPORT_TYPE_LABELS } from '@clearwatch/contracts/reports/report-types';
import { periodWords } from '@clearwatch/domain/reports/day-words';
import { toMarkdown } from '@clearwatch/domain/reports/to-markdown';
import { Injectable } from '@nestjs/common';
import { LedgerReports } from './ledger-reports.service.ts';
import { type Claim, ReportClaims } from './report-claims.repository.ts';
import type { WrittenReport } from './written-report.ts';

export interface Writing {
  signal: AbortSignal;
  publish: (event: ServerEvent) => Promise<void>;
}

/** Writes a report from the first question to the last word. */
@Injectable()
export class ReportWriter {
  constructor(
    private readonly ledger: LedgerReports,
    private readonly claims: ReportClaims,
  ) {}

  async write(claim: Claim, { signal, publish }: Writing): Promise<WrittenReport> {
    const { reportId, reportType } = claim;
    const { document, facts, days } = await this.ledger.compose(claim, signal);
    if (days !== null) {
      const title = `${REPORT_TYPE_LABELS[reportType]}, ${periodWords(days.period)}`;
      await this.claims.describe(claim, { title, ...days });
    }
    const sections = document.sections.length;
    await publish({ type: 'report.progress', reportId, sectionsDone: sections, sections });
    return { document, facts, content: toMarkdown(document), unboundCount: 0, notice: null, worded: null };
  }
}
