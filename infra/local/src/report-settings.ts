/** What the reports service alone is told: the language model that may word reports, and whose reports they are. */
const NAMES = [
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
  'OPENAI_MODEL',
  'OPENAI_PROMPT_PRICE',
  'OPENAI_COMPLETION_PRICE',
  'INSTITUTION_NAME',
] as const;
const MODEL_NAMES = ['OPENAI_API_KEY', 'OPENAI_BASE_URL'] as const;
const PRICES = ['OPENAI_PROMPT_PRICE', 'OPENAI_COMPLETION_PRICE'] as const;

type Value = (name: string) => string | undefined;

/** @returns the variables that are set, as they are */
export function reportSettings(value: Value): Record<string, string> {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const set = value(name);
      return set === undefined ? [] : [[name, set]];
    }),
  );
}

/** @returns a sentence for each problem; never a value, which may be a key */
export function problemsOfReportSettings(value: Value): string[] {
  const problems: string[] = [];
  const address = value('OPENAI_BASE_URL');
  if (address !== undefined && !/^https?:\/\/[^/\s]+/.test(address))
    problems.push('OPENAI_BASE_URL must be an http:// or https:// address');
  const isModelSet = MODEL_NAMES.some((name) => value(name) !== undefined);
  if (isModelSet && value('OPENAI_MODEL') === undefined)
    problems.push('OPENAI_MODEL must name the model when OPENAI_API_KEY or OPENAI_BASE_URL is set');
  const set = PRICES.filter((name) => value(name) !== undefined);
  for (const name of set.length > 0 ? PRICES : []) {
    if (!/^\d+(\.\d+)?$/.test(value(name) ?? ''))
      problems.push(`${name} must be dollars for a million tokens, as must the other price`);
  }
  return problems;
}
