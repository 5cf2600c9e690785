import type { Fact } from '@clearwatch/contracts/ai-reports';
import { ACTIVITY_CATEGORIES } from '@clearwatch/contracts/alerts';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import {
  findUnknownNames,
  vocabularyOf,
} from '@clearwatch/domain/report-writing/verification/find-statements';
import type { Pseudonyms } from './pseudonyms.ts';

const CATALOGUE = Object.entries(ACTIVITY_CATEGORIES).flatMap(([type, category]) => [
  activityLabel(type),
  category,
]);

/**
 * Capitalised names in what staff typed that are no company of the facts and no word of the field: they may be members
 * whom the report does not name. The report's own text is not asked, since it may repeat what was typed.
 */
export function namesToWithhold(prompt: string, facts: readonly Fact[], pseudonyms: Pseudonyms): string[] {
  const isKnown = vocabularyOf([
    ...CATALOGUE,
    ...facts.map(({ label }) => pseudonyms.hide(label)),
    ...facts.flatMap(({ value }) => (value.kind === 'name' && value.of === 'company' ? [value.name] : [])),
  ]);
  const hidden = pseudonyms.hideInPrompt(prompt);
  return findUnknownNames(hidden, isKnown).map(({ start, end }) => hidden.slice(start, end));
}
