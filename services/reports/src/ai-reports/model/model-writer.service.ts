import type { Block, Fact, ReportDocument, Span } from '@clearwatch/contracts/ai-reports';
import { vocabularyOf } from '@clearwatch/domain/report-writing/verification/find-statements';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable, Optional } from '@nestjs/common';
import type { Logger } from 'pino';
import { ReportsEnvironment } from '../../reports-environment.ts';
import { MODEL_LIMITS, MODEL_LIMITS_TOKEN, ModelFailure, type ModelLimits } from './model-failure.ts';
import { isText, mapText, type RewriteRequest, spansIn } from './model-prompt.ts';
import { Pseudonyms, textsToWithhold } from './pseudonyms.ts';

const MILLION = 1_000_000;

/** Cost of a report in US dollars, rounded to the millionth; null without prices or token counts. */
function costOf(
  { promptTokens, completionTokens }: { promptTokens: number | null; completionTokens: number | null },
  { OPENAI_PROMPT_PRICE: prompt, OPENAI_COMPLETION_PRICE: completion }: ReportsEnvironment,
): number | null {
  if (prompt === undefined || completion === undefined) return null;
  if (promptTokens === null || completionTokens === null) return null;
  return Math.round(promptTokens * prompt + completionTokens * completion) / MILLION;
}

/**
 * Common English words and words in the report text, excluding the names of members, accounts and companies.
 */
function knownWordsOf(document: ReportDocument, facts: readonly Fact[]): (word: string) => boolean {
  const named = facts.flatMap(({ value }) => (value.kind === 'name' ? [value] : []));
  const words = named.filter((value) => value.of === 'other').map(({ name }) => name);
  const names = named.filter((value) => value.of !== 'other').map(({ name }) => name);
  const texts = [
    ...facts.map(({ label }) => label),
    ...document.sections.map(({ title }) => title),
    ...spansIn(document).flatMap(({ text, fact }) => (fact === undefined ? [text] : [])),
  ];
  const withoutNames = (text: string) => names.reduce((rest, name) => rest.replaceAll(name, ' '), text);
  return vocabularyOf([...words, ...texts.map(withoutNames)]);
}

/** The last item under "Method and limits" in composed reports. */
const COMPOSED_BY_RULES = /^This report was composed by fixed rules\b/;
const MODEL_WRITER_NOTE =
  'This report was written by a language model from facts that fixed rules computed from the ledger; the tables and charts come from the rules. Every figure, day and name in the text was checked against the facts; anything without a matching fact is marked.';

function withWriterNote(document: ReportDocument): ReportDocument {
  const noted = (spans: Span[]) =>
    COMPOSED_BY_RULES.test(spans[0]?.text ?? '') ? [{ text: MODEL_WRITER_NOTE }] : spans;
  const withNote = (block: Block) => (isText(block) ? mapText(block, noted) : block);
  const sections = document.sections.map(({ title, blocks }) => ({ title, blocks: blocks.map(withNote) }));
  return { ...document, sections };
}

/** Has a language model rewrite the rule-written report, and checks each figure against the facts. */
@Injectable()
export class ModelWriterService {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: ReportsEnvironment,
    @Inject(LOGGER) private readonly logger: Logger,
    @Optional() @Inject(MODEL_LIMITS_TOKEN) private readonly limits: ModelLimits = MODEL_LIMITS,
  ) {}

  isSetUp(): boolean {
    const { OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL } = this.environment;
    return [OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL].some((value) => value !== undefined);
  }

  /** @throws ModelFailure with a message for staff; the signal's reason when aborted */
  async rewrite(request: RewriteRequest) {
    const { document, facts, prompt, signal } = request;
    signal.throwIfAborted();
    const time = new AbortController();
    const timer = setTimeout(() => time.abort(), this.limits.wholeMs);
    try {
      // Imported on first use, because the client takes 30 MB of memory.
      const { openEndpoint, requestRewording } = await import('./model-endpoint.ts');
      const pseudonyms = new Pseudonyms(facts);
      const endpoint = openEndpoint(this.environment, this.limits);
      const reworded = await requestRewording(endpoint, {
        ...request,
        pseudonyms: prompt === null ? pseudonyms : new Pseudonyms(facts, textsToWithhold(prompt, facts, pseudonyms)),
        isKnownWord: knownWordsOf(document, facts),
        signal: AbortSignal.any([signal, time.signal]),
        limits: this.limits,
      });
      const { promptTokens, completionTokens } = reworded;
      return {
        document: withWriterNote(reworded.document),
        model: endpoint.model,
        promptTokens,
        completionTokens,
        cost: costOf(reworded, this.environment),
        unboundCount: reworded.unbound.length,
      };
    } catch (error) {
      signal.throwIfAborted();
      const failure = time.signal.aborted ? new ModelFailure('tooSlow') : error;
      if (failure instanceof ModelFailure)
        this.logger.warn({ kind: failure.kind }, 'language model returned no usable report');
      throw failure;
    } finally {
      clearTimeout(timer);
    }
  }
}
