import type { Fact, ReportDocument, ReportType } from '@clearwatch/contracts/ai-reports';
import { FactSheet } from '@clearwatch/domain/report-writing/fact-sheet';
import {
  limitToLedger,
  type ReportComposer,
  type ReportScope,
} from '@clearwatch/domain/report-writing/report-composer';
import type { LedgerFacts } from '../facts/ledger-facts.ts';

/** One type of report, from its questions to the ledger to the written document. */
export interface ReportKind {
  readonly type: ReportType;
  readonly purpose: string;
  /** Asks the ledger, and composes by rules what the answers say. */
  write(ledger: LedgerFacts, asked: ReportScope): Promise<{ document: ReportDocument; facts: Fact[] }>;
}

/** Ties the questions of a report to the composer that words their answers. */
export function defineReport<Data>(
  composer: ReportComposer<Data>,
  gather: (ledger: LedgerFacts, asked: ReportScope) => Promise<Data>,
): ReportKind {
  return {
    type: composer.type,
    purpose: composer.purpose,
    async write(ledger, given) {
      const asked = limitToLedger(given);
      const sheet = new FactSheet();
      const document = composer.compose(await gather(ledger, asked), { asked, sheet });
      return { document, facts: sheet.list() };
    },
  };
}
