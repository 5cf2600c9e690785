import { REPORT_TYPE_LABELS } from '@clearwatch/contracts/ai-reports';
import { formatReportPeriod } from '@clearwatch/domain/report-writing/format-fact';
import { toMarkdown } from '@clearwatch/domain/report-writing/report-markdown';
import { verifyDocument } from '@clearwatch/domain/report-writing/verification/verify-report';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { type ComposedReport, LedgerReports } from './ledger-reports.service.ts';
import { type Claim, ReportClaims } from './report-claims.repository.ts';
import { ReportWording } from './report-wording.service.ts';
import type { Writing } from './writing.ts';
import type { WrittenReport } from './written-report.ts';

/** Writes a report from the first question to the last word. */
@Injectable()
export class ReportWriter {
  constructor(
    private readonly ledger: LedgerReports,
    private readonly claims: ReportClaims,
    private readonly wording: ReportWording,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async write(claim: Claim, writing: Writing): Promise<WrittenReport> {
    const { reportId, reportType } = claim;
    const composed = await this.ledger.compose(claim, writing.signal);
    if (composed.days !== null) {
      const title = `${REPORT_TYPE_LABELS[reportType]}, ${formatReportPeriod(composed.days.period)}`;
      await this.claims.describe(claim, { title, ...composed.days });
    }
    const written = await this.worded(claim, this.checked(claim, composed), writing);
    const sections = written.document.sections.length;
    await writing.publish({ type: 'report.progress', reportId, sectionsDone: sections, sections });
    return written;
  }

  /** Rules state facts and nothing else; one that does not is a fault, said in the log and marked on paper. */
  private checked({ reportType }: Claim, composed: ComposedReport): WrittenReport & { hasEntries: boolean } {
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
      hasEntries: composed.hasEntries,
    };
  }

  /** There is nothing to word in a report of nothing. */
  private async worded(
    claim: Claim,
    { hasEntries, ...composed }: WrittenReport & { hasEntries: boolean },
    writing: Writing,
  ): Promise<WrittenReport> {
    return hasEntries ? this.wording.of(claim, composed, writing) : composed;
  }
}
