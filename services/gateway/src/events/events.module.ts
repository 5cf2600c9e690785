import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { EventStreams } from './event-streams.service.ts';
import { EventsController } from './events.controller.ts';

@Module({ imports: [SessionsModule], controllers: [EventsController], providers: [EventStreams] })
export class EventsModule {}
