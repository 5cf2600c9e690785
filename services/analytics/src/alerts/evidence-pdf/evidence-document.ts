import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { letterhead, pageFrame } from '@clearwatch/service-kit/pdf/pdf-layout';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { EvidenceFile } from './evidence-file.ts';
import { accountDays } from './sections/account-days.ts';
import { entries } from './sections/entries.ts';
import { figures } from './sections/figures.ts';
import { head } from './sections/head.ts';
import { history } from './sections/history.ts';
import { rule } from './sections/rule.ts';
import { instantWords } from './words/day-words.ts';

const CLASSIFICATION = 'Confidential – SAR-adjacent; do not disclose';

/**
 * The evidence of an alert as a document worth filing. Accounts are shown in full, as on the screen: who files a report needs
 * the number, and each page says that it must not be disclosed.
 */
export function evidenceDocument(file: EvidenceFile): TDocumentDefinitions {
  const { alert, institution, timeZone, exportedBy, exportedAt } = file;
  const frame = pageFrame({
    classification: CLASSIFICATION,
    title: `Alert ${alert.id}: ${activityLabel(alert.activityType)}`,
    subject: `${institution?.name ?? 'Clearwatch'} · Alert ${alert.id} · Account ${alert.accountNumber}`,
    exported: `Exported by ${exportedBy} on ${instantWords(exportedAt, timeZone)}`,
    exportedBy,
    exportedAt,
  });
  return {
    ...frame,
    content: [
      letterhead(institution),
      head(file),
      figures(file),
      accountDays(file),
      entries(file),
      rule(file),
      history(file),
    ].flat(),
  };
}
