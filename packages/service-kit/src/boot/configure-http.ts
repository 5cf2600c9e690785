import { ValidationPipe } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { AppError } from '../errors/app-error.ts';
import { problemText } from '../http/field-problems.ts';
import { jsonBody } from '../http/json-body.ts';
import { assignRequestId } from '../http/request-id.ts';
import { accessLog } from '../logging/access-log.ts';
import { traceRequests } from '../tracing/trace-requests.ts';

/** Answers to people and bodies from people are small; files are streamed past the body parser. */
const JSON_BODY_LIMIT = '256kb';

/** The HTTP manners all services share. */
export function configureHttp(
  app: NestExpressApplication,
  options: { logger: Logger; trustIncomingRequestId: boolean },
): void {
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.use(assignRequestId({ trustIncoming: options.trustIncomingRequestId }));
  app.use(traceRequests({ trustIncoming: options.trustIncomingRequestId }));
  app.use(accessLog(options.logger));
  app.use(jsonBody(JSON_BODY_LIMIT));
  app.useGlobalPipes(bodyValidation());
}

/** Extra fields are refused, not dropped: a mistyped field must not pass for "not set". */
export function bodyValidation(): ValidationPipe {
  return new ValidationPipe({
    whitelist: true,
    forbidNonWhitelisted: true,
    transform: true,
    // Sentences are made of the checks of the class and of what came.
    validationError: { target: true, value: true },
    exceptionFactory: (errors) => new AppError('bad_request', problemText(errors)),
  });
}
