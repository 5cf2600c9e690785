import { toMarkdown } from '@clearwatch/domain/report-writing/report-markdown';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { ModelFailure } from '../model/model-failure.ts';
import { ModelWriter } from '../model/model-writer.service.ts';
import { type Claim, ReportClaims } from './report-claims.repository.ts';
import type { Writing } from './writing.ts';
import type { WrittenReport } from './written-report.ts';

/** Headings of a text that is still being written; each begins a section. */
const HEADING = /^## /gm;
const FAULT =
  'The language model could not be used because of a fault in this program. This report was composed by rules from the same figures.';

/** Lets the language model have its say when one is set up; what the rules composed stands whenever it fails. */
@Injectable()
export class ReportWording {
  constructor(
    private readonly model: ModelWriter,
    private readonly claims: ReportClaims,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async of(claim: Claim, composed: WrittenReport, writing: Writing): Promise<WrittenReport> {
    if (!this.model.isSetUp()) return composed;
    const { reportId, reportType: type, prompt } = claim;
    const sections = composed.document.sections.length;
    const tell = (sectionsDone: number) =>
      writing.publish({ type: 'report.progress', reportId, sectionsDone, sections });
    await tell(0);
    try {
      const { document, unboundCount, ...worded } = await this.model.rewrite({
        type,
        document: composed.document,
        facts: composed.facts,
        prompt,
        signal: writing.signal,
        onText: async (text) => {
          await this.claims.keepWords(claim, text);
          const begun = text.match(HEADING)?.length ?? 0;
          await tell(Math.min(sections, Math.max(0, begun - 1)));
        },
      });
      return {
        ...composed,
        document,
        content: toMarkdown(document),
        // Tables and charts stay those of the rules, and so does what was wrong with them.
        unboundCount: unboundCount + composed.unboundCount,
        worded,
      };
    } catch (error) {
      writing.signal.throwIfAborted();
      if (!(error instanceof ModelFailure))
        this.logger.error({ err: error, reportId }, 'language model could not be used');
      return { ...composed, notice: error instanceof ModelFailure ? error.message : FAULT };
    }
  }
}
