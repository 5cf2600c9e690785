import type { Span } from '@clearwatch/contracts/reports/report-document';
import {
  CONFIRMED_HIGH_DAYS,
  MEDIUM_CATEGORIES_FOR_HIGH,
  OPEN_HIGH_DAYS,
} from '../../../members/member-risk-level.ts';
import type { FactSheet } from '../../fact-sheet.ts';
import { prose } from '../../prose.ts';

/** How the levels come about, and what an alert is. */
export function riskMethod(sheet: FactSheet): Span[][] {
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
  return [
    prose`The risk level is that of the member list and follows from a member’s alerts alone: high with an open high alert of the last ${open} days or open medium alerts in ${categories} categories; medium with any other open alert above low, or a high alert of the last ${confirmed} days that was confirmed. It is the level of today, not of the period.`,
    prose`Alerts are possible patterns that rules found, not findings of fact; a person decides each.`,
  ];
}
