import type { Fact, ReportDocument } from '@clearwatch/contracts/ai-reports';
import type { ReportDetail } from '@clearwatch/contracts/ai-reports.dto';
import type { Day } from '@clearwatch/domain/calendar/day';
import type { Letterhead } from '@clearwatch/domain/institution-profile';

/** A completed report as it is printed. */
export interface ReportFile {
  report: Omit<ReportDetail, 'document'>;
  document: ReportDocument;
  facts: Fact[];
  /** Newest posting day of the ledger when it was written; null when there was none. */
  asOf: Day | null;
  /** Whose report it is, when that is set up. */
  institution: Letterhead | null;
  /** In which times are said (IANA); null: the server's. */
  timeZone: string | null;
  exportedBy: string;
  exportedAt: Date;
}

export const CLASSIFICATION = 'Confidential: member financial information. For internal use only.';
