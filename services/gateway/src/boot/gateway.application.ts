import 'reflect-metadata';
import { asNestLogger } from '@clearwatch/service-kit/logging/logger';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { OpenApiService } from '../docs/open-api.service.ts';
import type { GatewayEnvironment } from '../environment.ts';
import { GatewayModule } from './gateway.module.ts';
import { layPipeline } from './pipeline.ts';

/** @throws EnvironmentError when it would be reachable in production without TLS */
export async function createGatewayApplication(
  environment: GatewayEnvironment,
  logger: Logger,
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(
    GatewayModule.forRoot({ environment, logger }),
    {
      logger: asNestLogger(logger),
      bodyParser: false,
      abortOnError: false,
    },
  );
  layPipeline(app, environment, logger);
  app.get(OpenApiService, { strict: false }).describeBy(app);
  return app;
}
