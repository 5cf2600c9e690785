import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { AppError } from '../errors/app-error.ts';
import { addToLogContext } from '../logging/logger.ts';
import type { Actor, ActorRole } from './actor.ts';
import { IDENTITY_HEADER, type IdentityKeys, verifyIdentity } from './identity-token.ts';

const ALLOWED_ROLES = 'clearwatch:allowed-roles';

/** Roles that may call a route. A route without this decorator rejects all requests, which tests reveal. */
export const Allow = (...roles: ActorRole[]) => SetMetadata(ALLOWED_ROLES, roles);

export const AllowStaff = () => Allow('User', 'Admin');

/** For health checks only. */
export const Public = () => SetMetadata(ALLOWED_ROLES, 'public');

const ACTORS = new WeakMap<Request, Actor>();

export function actorOf(request: Request): Actor {
  const actor = ACTORS.get(request);
  if (actor === undefined)
    throw new Error('The request has no actor because the identity guard does not cover its route');
  return actor;
}

export const CurrentActor = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  actorOf(context.switchToHttp().getRequest<Request>()),
);

@Injectable()
export class IdentityGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly options: { service: string; keys: IdentityKeys },
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    const allowed = this.reflector.getAllAndOverride<ActorRole[] | 'public' | undefined>(ALLOWED_ROLES, targets) ?? [];
    if (allowed === 'public') return true;

    const request = context.switchToHttp().getRequest<Request>();
    const token = request.headers[IDENTITY_HEADER];
    const actor =
      typeof token === 'string' ? await verifyIdentity(token, this.options.service, this.options.keys) : null;
    if (actor === null) throw new AppError('unauthenticated', 'Sign in first.');
    if (!allowed.includes(actor.role)) throw new AppError('forbidden', 'Your role does not allow this.');
    ACTORS.set(request, actor);
    addToLogContext({ userId: actor.userId });
    return true;
  }
}
