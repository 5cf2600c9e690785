import type { Block, Fact, ReportDocument, ReportType, Span } from '@clearwatch/contracts/ai-reports';
import { vocabularyOf } from '@clearwatch/domain/report-writing/verification/find-statements';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable, Optional } from '@nestjs/common';
import type { Logger } from 'pino';
import { ReportsEnvironment } from '../../reports-environment.ts';
import type { RewordingRequest } from './model-conversation.ts';
import {
  MODEL_LIMITS,
  MODEL_LIMITS_TOKEN,
  ModelFailure,
  type ModelLimits,
  tooSlow,
} from './model-failure.ts';
import { spansIn } from './model-prompt.ts';
import { namesToWithhold, Pseudonyms } from './pseudonyms.ts';

const MILLION = 1_000_000;

/** US dollars for the tokens of a report, to the millionth; null without prices or without counts. */
function costOf(
  { promptTokens, completionTokens }: { promptTokens: number | null; completionTokens: number | null },
  prices: Pick<ReportsEnvironment, 'OPENAI_PROMPT_PRICE' | 'OPENAI_COMPLETION_PRICE'>,
): number | null {
  const { OPENAI_PROMPT_PRICE: prompt, OPENAI_COMPLETION_PRICE: completion } = prices;
  if (prompt === undefined || completion === undefined) return null;
  if (promptTokens === null || completionTokens === null) return null;
  return Math.round(promptTokens * prompt + completionTokens * completion) / MILLION;
}

/**
 * Tells words from names in the text of a model: the words of the language, and those that stand in the report's own
 * texts, less the names of members, accounts and companies.
 */
function knownWordsOf(document: ReportDocument, facts: readonly Fact[]): (word: string) => boolean {
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

/** How the composers end "Method and limits"; false once a model has put its words in. */
const COMPOSED_BY_RULES = /^Composed by fixed rules\b/;
const MODEL_WRITER_NOTE =
  'Worded by a language model from facts that fixed rules took from the ledger; tables and charts are those of the rules. Every figure, day and name in the text was held against the facts, and what no fact has is marked.';

/** Says in the section on method who wrote the words. */
function withWriterNote(document: ReportDocument): ReportDocument {
  return {
    ...document,
    sections: document.sections.map((section) => ({
      ...section,
      blocks: section.blocks.map(withWriter),
    })),
  };
}

function withWriter(block: Block): Block {
  if (block.kind === 'paragraph' && isWriterNote(block.spans))
    return { kind: 'paragraph', spans: [{ text: MODEL_WRITER_NOTE }] };
  if (block.kind !== 'list') return block;
  return {
    kind: 'list',
    items: block.items.map((item) => (isWriterNote(item) ? [{ text: MODEL_WRITER_NOTE }] : item)),
  };
}

function isWriterNote(spans: readonly Span[]): boolean {
  return COMPOSED_BY_RULES.test(spans[0]?.text ?? '');
}

export interface RewriteRequest {
  type: ReportType;
  /** As the rules composed it. */
  document: ReportDocument;
  facts: readonly Fact[];
  /** What staff ask, for `custom`. */
  prompt: string | null;
  signal: AbortSignal;
  /** The text so far, names put back; at most once a second. */
  onText: (text: string) => void | Promise<void>;
}

export interface RewriteResult {
  document: ReportDocument;
  model: string;
  /** Null when the endpoint does not count. */
  promptTokens: number | null;
  completionTokens: number | null;
  /** US dollars; null without prices or without counts. */
  cost: number | null;
  /** Numbers, days and names of the model's text that no fact has; each is marked where it stands. */
  unboundCount: number;
}

/** Has a language model reword a report that rules composed, and holds every figure of it against the facts. */
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

  /**
   * @throws ModelFailure with a sentence for staff when there is no text that can be used; what the signal is aborted
   * with, when it is
   */
  async rewrite({ type, document, facts, prompt, signal, onText }: RewriteRequest): Promise<RewriteResult> {
    signal.throwIfAborted();
    const time = new AbortController();
    const timer = setTimeout(() => time.abort(), this.limits.wholeMs);
    try {
      // The client takes 30 MB: not before there is a model to be asked.
      const [{ openEndpoint }, { requestRewording }] = await Promise.all([
        import('./model-endpoint.ts'),
        import('./model-conversation.ts'),
      ]);
      const endpoint = openEndpoint(this.environment, this.limits);
      const request: RewordingRequest = {
        type,
        document,
        facts,
        prompt,
        pseudonyms: pseudonymsFor(facts, prompt),
        isKnownWord: knownWordsOf(document, facts),
        signal: AbortSignal.any([signal, time.signal]),
        limits: this.limits,
        onText,
      };
      const {
        document: reworded,
        unbound,
        promptTokens,
        completionTokens,
      } = await requestRewording(endpoint, request);
      return {
        document: withWriterNote(reworded),
        model: endpoint.model,
        promptTokens,
        completionTokens,
        cost: costOf({ promptTokens, completionTokens }, this.environment),
        unboundCount: unbound.length,
      };
    } catch (error) {
      signal.throwIfAborted();
      const failure = time.signal.aborted ? tooSlow() : error;
      if (failure instanceof ModelFailure)
        this.logger.warn({ kind: failure.kind }, 'language model gave no report that can be used');
      throw failure;
    } finally {
      clearTimeout(timer);
    }
  }
}

function pseudonymsFor(facts: readonly Fact[], prompt: string | null): Pseudonyms {
  const pseudonyms = new Pseudonyms(facts);
  return prompt === null ? pseudonyms : new Pseudonyms(facts, namesToWithhold(prompt, facts, pseudonyms));
}
