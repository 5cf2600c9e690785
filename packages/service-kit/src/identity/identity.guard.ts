import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { AppError } from '../errors/app-error.ts';
import { addToLogContext } from '../logging/log-context.ts';
import type { ActorRole } from './actor.ts';
import { ALLOWED_ROLES, PUBLIC_ROUTE } from './allow.decorator.ts';
import { setActor } from './current-actor.decorator.ts';
import { IDENTITY_HEADER, type IdentityKeys, verifyIdentity } from './identity-token.ts';

/** Lets a request through only with an identity the gateway signed for this service, and only to its roles. */
@Injectable()
export class IdentityGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly options: { service: string; keys: IdentityKeys },
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean>(PUBLIC_ROUTE, targets)) return true;

    const request = context.switchToHttp().getRequest<Request>();
    const token = request.headers[IDENTITY_HEADER];
    const actor =
      typeof token === 'string' ? await verifyIdentity(token, this.options.service, this.options.keys) : null;
    if (actor === null) throw new AppError('unauthenticated', 'Sign in first.');

    const allowed = this.reflector.getAllAndOverride<ActorRole[]>(ALLOWED_ROLES, targets) ?? [];
    if (!allowed.includes(actor.role)) throw new AppError('forbidden', 'Your role does not allow this.');
    setActor(request, actor);
    addToLogContext({ userId: actor.userId });
    return true;
  }
}
