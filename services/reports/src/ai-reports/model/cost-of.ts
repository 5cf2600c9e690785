import type { ReportsEnvironment } from '../../environment.ts';

const MILLION = 1_000_000;

/** US dollars for the tokens of a report, to the millionth; null without prices or without counts. */
export function costOf(
  { promptTokens, completionTokens }: { promptTokens: number | null; completionTokens: number | null },
  prices: Pick<ReportsEnvironment, 'OPENAI_PROMPT_PRICE' | 'OPENAI_COMPLETION_PRICE'>,
): number | null {
  const { OPENAI_PROMPT_PRICE: prompt, OPENAI_COMPLETION_PRICE: completion } = prices;
  if (prompt === undefined || completion === undefined) return null;
  if (promptTokens === null || completionTokens === null) return null;
  return Math.round(promptTokens * prompt + completionTokens * completion) / MILLION;
}
