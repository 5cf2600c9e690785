import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { OPENAPI_PATH, openApiOf } from '@clearwatch/service-kit/openapi/serve-openapi';
import { type INestApplication, Inject, Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { GatewayEnvironment } from '../environment.ts';
import { ask } from '../proxy/ask.ts';
import { Upstreams } from '../proxy/upstreams.ts';
import { UPSTREAMS, type Upstream } from '../routes/route.ts';
import { ROUTES } from '../routes/route-table.ts';
import { mergeDocuments } from './merge-documents.ts';

const PATIENCE_MS = 3_000;

@Injectable()
export class OpenApiService {
  private own: (() => OpenAPIObject) | undefined;

  constructor(
    private readonly upstreams: Upstreams,
    @Inject(ENVIRONMENT) private readonly environment: GatewayEnvironment,
  ) {}

  /** Told once the application is complete: its description is made from all its controllers. */
  describeBy(app: INestApplication): void {
    let document: OpenAPIObject | undefined;
    this.own = () => {
      document ??= openApiOf(app, 'gateway');
      return document;
    };
  }

  /** A service that does not answer is left out and named. */
  async merged(): Promise<OpenAPIObject> {
    const answers = await Promise.allSettled(UPSTREAMS.map((service) => this.ask(service)));
    const parts = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    const missing = UPSTREAMS.filter((_service, index) => answers[index]?.status === 'rejected');
    return mergeDocuments({
      parts: [...(this.own === undefined ? [] : [this.own()]), ...parts],
      routes: ROUTES,
      missing,
      publicPath: this.environment.PUBLIC_PATH,
    });
  }

  private async ask(service: Upstream): Promise<OpenAPIObject> {
    const answer = await ask(this.upstreams.of(service), OPENAPI_PATH, { patienceMs: PATIENCE_MS });
    if (!answer.ok) throw new Error(`${service} does not describe itself`);
    const document: unknown = await answer.json();
    if (!isDescription(document)) throw new Error(`${service} describes itself in another language`);
    return document;
  }
}

function isDescription(value: unknown): value is OpenAPIObject {
  return typeof value === 'object' && value !== null && 'paths' in value && typeof value.paths === 'object';
}
