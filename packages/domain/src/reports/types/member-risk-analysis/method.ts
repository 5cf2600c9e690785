import type { ReportSection } from '@clearwatch/contracts/reports/report-document';
import {
  CONFIRMED_HIGH_DAYS,
  MEDIUM_CATEGORIES_FOR_HIGH,
  OPEN_HIGH_DAYS,
} from '../../../members/member-risk-level.ts';
import type { Asked } from '../../asked.ts';
import type { FactSheet } from '../../fact-sheet.ts';
import { paragraph, prose } from '../../prose.ts';
import { section } from '../../topics/sections.ts';

export function methodSection(sheet: FactSheet, _asked: Asked): ReportSection | null {
  const source = 'Definition of the risk level of members';
  const open = sheet.count(
    { label: 'Days for which an open high alert makes its member high', source },
    OPEN_HIGH_DAYS,
  );
  const categories = sheet.count(
    { label: 'Categories of open medium alerts that are as much as a high one', source },
    MEDIUM_CATEGORIES_FOR_HIGH,
  );
  const confirmed = sheet.count(
    { label: 'Days for which a confirmed high alert keeps its member at medium', source },
    CONFIRMED_HIGH_DAYS,
  );
  return section(
    'Method and limits',
    paragraph(
      prose`A member is one account. Its risk level is that of the member list and follows from its alerts alone: high with an open high alert of the last ${open} days or open medium alerts in ${categories} categories; medium with any other open alert above low, or a high one of the last ${confirmed} days that was confirmed.`,
      prose`Alerts are possible patterns that rules found, not findings of fact; a person decides each.`,
    ),
  );
}
