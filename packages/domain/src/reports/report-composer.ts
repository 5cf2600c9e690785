import type { ReportDocument } from '@clearwatch/contracts/reports/report-document';
import type { ReportType } from '@clearwatch/contracts/reports/report-types';
import type { Asked } from './asked.ts';
import type { FactSheet } from './fact-sheet.ts';

/** What is asked, and the sheet that every stated number comes from. */
export interface ReportContext {
  asked: Asked;
  sheet: FactSheet;
}

/** How one type of report is written by rules: the same data give the same words. */
export interface ReportComposer<Data> {
  readonly type: ReportType;
  /** What it is for, as the form says it. */
  readonly purpose: string;
  /** Takes every number that it states from the sheet, which it fills from the data. */
  compose(data: Data, context: ReportContext): ReportDocument;
}
