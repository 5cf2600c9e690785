import { Controller, Get, Module, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { signedInOf } from '../sessions/session-principal.ts';
import { SessionStore } from '../sessions/session-store.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { EventStreams } from './event-streams.service.ts';

@ApiTags('Operation')
@Controller('api/events')
class EventsController {
  constructor(
    private readonly streams: EventStreams,
    private readonly sessions: SessionStore,
  ) {}

  @Get()
  @ApiProduces('text/event-stream')
  @ApiOkResponse({ description: 'Server-sent events; each message is one ServerEvent as JSON.' })
  open(@Req() request: Request, @Res() response: Response): void {
    const { actor, sessionId } = signedInOf(request);
    this.streams.open({
      userId: actor.userId,
      sessionId,
      response,
      isStillAllowed: () => this.sessions.isAlive(sessionId),
    });
  }
}

@Module({ imports: [SessionsModule], controllers: [EventsController], providers: [EventStreams] })
export class EventsModule {}
