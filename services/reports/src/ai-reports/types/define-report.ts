import type { Fact, ReportDocument } from '@clearwatch/contracts/reports/report-document';
import type { ReportType } from '@clearwatch/contracts/reports/report-types';
import { type Asked, upToNewestDay } from '@clearwatch/domain/reports/asked';
import { FactSheet } from '@clearwatch/domain/reports/fact-sheet';
import type { ReportComposer } from '@clearwatch/domain/reports/report-composer';
import type { LedgerFacts } from '../facts/ledger-facts.ts';

/** One type of report, from its questions to the ledger to the written document. */
export interface ReportKind {
  readonly type: ReportType;
  readonly purpose: string;
  /** Asks the ledger, and composes by rules what the answers say. */
  write(ledger: LedgerFacts, asked: Asked): Promise<{ document: ReportDocument; facts: Fact[] }>;
}

/** Ties the questions of a report to the composer that words their answers. */
export function defineReport<Data>(
  composer: ReportComposer<Data>,
  gather: (ledger: LedgerFacts, asked: Asked) => Promise<Data>,
): ReportKind {
  return {
    type: composer.type,
    purpose: composer.purpose,
    async write(ledger, given) {
      const asked = upToNewestDay(given);
      const sheet = new FactSheet();
      const document = composer.compose(await gather(ledger, asked), { asked, sheet });
      return { document, facts: sheet.list() };
    },
  };
}
