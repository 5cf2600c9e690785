import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Actor } from './actor.ts';

const ACTOR = Symbol('actor');
type WithActor = Request & { [ACTOR]?: Actor };

export function setActor(request: Request, actor: Actor): void {
  (request as WithActor)[ACTOR] = actor;
}

export function actorOf(request: Request): Actor {
  const actor = (request as WithActor)[ACTOR];
  if (actor === undefined)
    throw new Error('The request has no actor: the route is outside the identity guard');
  return actor;
}

/** The actor the identity guard let through. */
export const CurrentActor = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  actorOf(context.switchToHttp().getRequest<Request>()),
);
