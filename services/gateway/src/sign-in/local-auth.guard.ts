import { LoginRequest } from '@clearwatch/contracts/http/auth';
import { bodyValidation } from '@clearwatch/service-kit/boot/configure-http';
import type { ExecutionContext } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';

/** Checks the body before passport sees it: guards run before pipes. */
@Injectable()
export class LocalAuthGuard extends AuthGuard('local') {
  private readonly validation = bodyValidation();

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    request.body = await this.validation.transform(request.body ?? {}, {
      type: 'body',
      metatype: LoginRequest,
    });
    return Boolean(await super.canActivate(context));
  }
}
