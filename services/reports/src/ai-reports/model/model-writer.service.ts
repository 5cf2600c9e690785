import type { Fact, ReportDocument, ReportType } from '@clearwatch/contracts/ai-reports';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable, Optional } from '@nestjs/common';
import type { Logger } from 'pino';
import { ReportsEnvironment } from '../../environment.ts';
import type { Conversation } from './converse.ts';
import { costOf } from './cost-of.ts';
import { languageOfReport } from './language-of-report.ts';
import { ModelFailure, tooSlow } from './model-failure.ts';
import { MODEL_LIMITS, MODEL_LIMITS_TOKEN, type ModelLimits } from './model-limits.ts';
import { sayWhoWorded } from './say-who-worded.ts';
import { namesToWithhold } from './telling/names-to-withhold.ts';
import { Pseudonyms } from './telling/pseudonyms.ts';

export interface Rewrite {
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

export interface Rewritten {
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
export class ModelWriter {
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
  async rewrite({ type, document, facts, prompt, signal, onText }: Rewrite): Promise<Rewritten> {
    signal.throwIfAborted();
    const time = new AbortController();
    const timer = setTimeout(() => time.abort(), this.limits.wholeMs);
    try {
      // The client takes 30 MB: not before there is a model to be asked.
      const [{ openEndpoint }, { converse }] = await Promise.all([
        import('./endpoint/open-endpoint.ts'),
        import('./converse.ts'),
      ]);
      const endpoint = openEndpoint(this.environment, this.limits);
      const told: Conversation = {
        type,
        document,
        facts,
        prompt,
        pseudonyms: pseudonymsFor(facts, prompt),
        isKnownWord: languageOfReport(document, facts),
        signal: AbortSignal.any([signal, time.signal]),
        limits: this.limits,
        onText,
      };
      const { document: worded, unbound, promptTokens, completionTokens } = await converse(endpoint, told);
      return {
        document: sayWhoWorded(worded),
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
