import type { ReportDetail } from '@clearwatch/contracts/ai-reports.dto';
import { formatCount } from '../../../formats/count.ts';

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 4,
});

/** Who worded the report, and what that took. */
export function writerWords(report: ReportDetail): string | null {
  const { writer, model, promptTokens, completionTokens, cost } = report;
  if (writer === null) return null;
  const words =
    writer === 'built_in'
      ? 'Composed by rules from the institution’s own figures'
      : `Worded by ${model ?? 'a language model'} from the institution’s own figures`;
  const tokens =
    promptTokens === null || completionTokens === null
      ? null
      : `${formatCount(promptTokens)} tokens in, ${formatCount(completionTokens)} out`;
  return [words, tokens, cost === null ? null : dollars.format(cost)]
    .filter((part) => part !== null)
    .join(' · ');
}
