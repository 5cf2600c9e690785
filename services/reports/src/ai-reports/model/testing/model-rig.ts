import { pino } from 'pino';
import { ReportsEnvironment } from '../../../environment.ts';
import { MODEL_LIMITS, type ModelLimits } from '../model-limits.ts';
import { ModelWriter, type Rewrite, type Rewritten } from '../model-writer.service.ts';
import { aComposedReport } from './a-composed-report.ts';
import { StandInEndpoint } from './stand-in-endpoint.ts';

const IMPATIENT: ModelLimits = { ...MODEL_LIMITS, retries: 0, draftMs: 0 };

/** A model writer before an endpoint that does what a test tells it. */
export class ModelRig {
  readonly endpoint = new StandInEndpoint();
  readonly logged: string[] = [];
  private baseUrl = '';

  async start(): Promise<void> {
    this.baseUrl = await this.endpoint.start();
  }

  writer(settings: Partial<ReportsEnvironment> = {}, limits: Partial<ModelLimits> = {}): ModelWriter {
    const environment = Object.assign(
      new ReportsEnvironment(),
      { OPENAI_BASE_URL: this.baseUrl, OPENAI_API_KEY: 'sk-test-key', OPENAI_MODEL: 'words-1' },
      settings,
    );
    const logger = pino({ level: 'trace' }, { write: (line: string) => this.logged.push(line) });
    return new ModelWriter(environment, logger, { ...IMPATIENT, ...limits });
  }

  rewrite(by: ModelWriter = this.writer(), asked: Partial<Rewrite> = {}): Promise<Rewritten> {
    return by.rewrite({
      ...aComposedReport(),
      type: 'executive_summary',
      prompt: null,
      signal: new AbortController().signal,
      onText: () => undefined,
      ...asked,
    });
  }
}
