import type { ServerEvent } from '@clearwatch/contracts/server-event';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import type { ServiceEnvironment } from '@clearwatch/service-kit/config/service-environment';
import { tooManyRequestsError, unavailableError } from '@clearwatch/service-kit/errors/app-error';
import { ServerEventListener } from '@clearwatch/service-kit/jobs/server-event-listener';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Response } from 'express';
import type { Logger } from 'pino';
import { SessionStore } from '../sessions/session-store.ts';

/** Proxies close connections that are idle for a minute. */
const HEARTBEAT_MS = 20_000;
/** Browser tabs. A browser opens at most six connections to a host. */
const STREAMS_PER_USER = 12;
/** A browser that reads too slowly is disconnected. It reloads its data when it reconnects. */
const MAX_BACKLOG_BYTES = 1_000_000;

export interface EventStream {
  userId: number;
  /** Secret of the session cookie. Must never leave this process. */
  sessionId: string;
  response: Response;
  /** Checked at every heartbeat, because a stream must not outlive its session. */
  isStillAllowed(): Promise<boolean>;
}

/** Sends every open browser the events that jobs publish (server-sent events, HTML standard section 9.2). */
@Injectable()
export class EventStreams implements OnModuleDestroy {
  private readonly streams = new Set<EventStream>();
  private readonly listener: ServerEventListener;
  private readonly heartbeat: NodeJS.Timeout;
  private isStopping = false;

  constructor(
    @Inject(ENVIRONMENT) environment: ServiceEnvironment,
    @Inject(LOGGER) logger: Logger,
    sessions: SessionStore,
  ) {
    // Sessions that another process ends are detected at the next heartbeat.
    sessions.onEnd((sessionIds) => {
      for (const stream of this.streams) if (sessionIds.includes(stream.sessionId)) this.close(stream);
    });
    this.listener = new ServerEventListener(environment, (event) => this.publish(event), logger);
    this.heartbeat = setInterval(() => void this.beat(), HEARTBEAT_MS);
  }

  /** For tests: events published before this resolves may be missed. */
  ready(): Promise<void> {
    return this.listener.ready();
  }

  /** @throws AppError `too_many_requests` above the limit per user, `unavailable` during shutdown */
  open(stream: EventStream): void {
    const { response, userId } = stream;
    // An open stream would delay the shutdown.
    if (this.isStopping) {
      throw unavailableError('The server is restarting. Please try again in a few seconds.');
    }
    // The response has already emitted `close`, so the stream would never be removed.
    if (response.destroyed) return;
    const open = [...this.streams].filter((other) => other.userId === userId).length;
    if (open >= STREAMS_PER_USER) {
      throw tooManyRequestsError('Live updates are open in too many windows. Close some of them.', 30);
    }
    this.streams.add(stream);
    response.once('close', () => this.streams.delete(stream));
    response.status(200).setHeader('Content-Type', 'text/event-stream; charset=utf-8');
    response.setHeader('X-Accel-Buffering', 'no');
    response.write(': connected\n\n');
  }

  async beat(): Promise<void> {
    await Promise.all(
      [...this.streams].map(async (stream) => {
        const isAllowed = await stream.isStillAllowed().catch(() => false);
        // Closed during the check.
        if (!this.streams.has(stream)) return;
        if (isAllowed) this.send(stream, ': alive\n\n');
        else this.close(stream);
      }),
    );
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.heartbeat);
    for (const stream of this.streams) this.close(stream);
    await this.listener.close();
  }

  /** Removed before the stream ends, because a slow browser delays `close` and a write after `end` is an error. */
  private close(stream: EventStream): void {
    this.streams.delete(stream);
    stream.response.end();
  }

  private publish(event: ServerEvent): void {
    const message = `data: ${JSON.stringify(event)}\n\n`;
    for (const stream of this.streams) this.send(stream, message);
  }

  private send({ response }: EventStream, text: string): void {
    if (response.writableLength > MAX_BACKLOG_BYTES) response.destroy();
    else response.write(text);
  }
}
