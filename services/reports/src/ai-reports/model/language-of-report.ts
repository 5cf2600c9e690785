import type { Fact, ReportDocument } from '@clearwatch/contracts/ai-reports';
import { vocabularyOf } from '@clearwatch/domain/report-writing/verification/find-statements';
import { spansIn } from './spans-in.ts';

/**
 * Tells words from names in the text of a model: the words of the language, and those that stand in the report's own
 * texts, less the names of members, accounts and companies.
 */
export function languageOfReport(
  document: ReportDocument,
  facts: readonly Fact[],
): (word: string) => boolean {
  const names = facts.flatMap(({ value }) =>
    value.kind === 'name' && value.of !== 'other' ? [value.name] : [],
  );
  const words = facts.flatMap(({ value }) =>
    value.kind === 'name' && value.of === 'other' ? [value.name] : [],
  );
  const texts = [
    ...facts.map(({ label }) => label),
    ...document.sections.map(({ title }) => title),
    ...spansIn(document).flatMap(({ text, fact }) => (fact === undefined ? [text] : [])),
  ];
  return vocabularyOf([...words, ...texts.map((text) => without(text, names))]);
}

function without(text: string, names: readonly string[]): string {
  return names.reduce((rest, name) => rest.replaceAll(name, ' '), text);
}
