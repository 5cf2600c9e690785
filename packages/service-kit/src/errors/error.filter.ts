import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { requestIdOf } from '../http/request-id.ts';
import { toAppError } from './to-app-error.ts';

/**
 * The one place where an error becomes an answer: plain text that can be shown as it stands (spec section 7), the
 * code in `X-Error-Code`, the request id in `X-Request-Id`. A bug is logged with its cause and tells the caller
 * nothing but that id.
 */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    this.answer(thrown, request, response);
  }

  answer(thrown: unknown, request: Request, response: Response): void {
    const error = toAppError(thrown);
    if (error.kind !== 'user') {
      this.logger[error.kind === 'bug' ? 'error' : 'warn'](
        { err: error.cause ?? error, code: error.code },
        error.message,
      );
    }
    if (response.headersSent) {
      // Half an answer must not look like a whole one: cut the connection so that the client can tell.
      response.destroy();
      return;
    }
    if (error.retryAfterSeconds !== undefined)
      response.setHeader('Retry-After', String(error.retryAfterSeconds));
    response.setHeader('X-Error-Code', error.code);
    const suffix = error.kind === 'bug' ? ` Request id: ${requestIdOf(request)}` : '';
    response.status(error.status).type('text/plain').send(`${error.message}${suffix}`);
  }
}
