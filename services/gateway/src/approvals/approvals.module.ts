import {
  ApprovalDecision,
  ApprovalRequest,
  SaveSecuritySettingsRequest,
  SecuritySettings,
} from '@clearwatch/contracts/approvals.dto';
import { APPROVAL_HEADER } from '@clearwatch/contracts/http-headers';
import { AppError, unavailableError } from '@clearwatch/service-kit/errors/app-error';
import { jsonBody } from '@clearwatch/service-kit/http/configure-http';
import { MAX_INTEGER, PathIdPipe } from '@clearwatch/service-kit/http/request-parameters';
import { Body, Controller, Get, HttpCode, Module, Param, Post, Put, Req } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { idleTimeoutOf, internalRequest, ProxyModule, type Upstreams } from '../proxy/upstreams.ts';
import { routeOf } from '../routes/match-route.ts';
import type { Route } from '../routes/route-table.ts';
import { signedInOf } from '../sessions/session-principal.ts';
import { ApprovalsService } from './approvals.service.ts';
import { SecuritySettingsService } from './security-settings.service.ts';

const REQUEST_ID = new PathIdPipe('This request does not exist.', MAX_INTEGER);

/** The route table admits admins only. */
@ApiTags('Security')
@Controller('api/approvals')
class ApprovalsController {
  constructor(private readonly approvals: ApprovalsService) {}

  @Get()
  @ApiOkResponse({ type: ApprovalRequest, isArray: true, description: 'At most 50: pending first, then the newest.' })
  list(): Promise<ApprovalRequest[]> {
    return this.approvals.list();
  }

  @Post(':id/approve')
  @HttpCode(200)
  @ApiOkResponse({ type: ApprovalDecision, description: 'The action is carried out. The requester cannot approve it.' })
  approve(@Req() request: Request, @Param('id', REQUEST_ID) id: number): Promise<ApprovalDecision> {
    return this.approvals.approve(signedInOf(request).actor, id);
  }

  @Post(':id/reject')
  @HttpCode(200)
  @ApiOkResponse({ type: ApprovalRequest, description: 'The requester withdraws their own request.' })
  reject(@Req() request: Request, @Param('id', REQUEST_ID) id: number): Promise<ApprovalRequest> {
    return this.approvals.reject(signedInOf(request).actor, id);
  }
}

/** The route table admits admins only. */
@ApiTags('Security')
@Controller('api/settings/security')
class SecuritySettingsController {
  constructor(private readonly settings: SecuritySettingsService) {}

  @Get()
  @ApiOkResponse({ type: SecuritySettings })
  read(): Promise<SecuritySettings> {
    return this.settings.read();
  }

  @Put()
  @ApiOkResponse({ type: SecuritySettings })
  save(@Req() request: Request, @Body() body: SaveSecuritySettingsRequest): Promise<SecuritySettings> {
    return this.settings.save(signedInOf(request).actor, body);
  }
}

@Module({
  imports: [ProxyModule],
  controllers: [ApprovalsController, SecuritySettingsController],
  providers: [ApprovalsService, SecuritySettingsService],
})
export class ApprovalsModule {}

/** Policies are the largest bodies. */
const BODY_LIMIT = '256kb';

type Body = Readonly<Record<string, unknown>>;

/**
 * `hold` waits for a second admin. A new admin could approve the first one's requests, and the request would store the
 * new user's password, so it is refused.
 */
function ruleFor({ method, path }: Route, body: Body): 'hold' | 'pass' | 'refuse' {
  if (`${method} ${path}` === 'POST api/users') return body['role'] === 'Admin' ? 'refuse' : 'pass';
  // Deactivating a user must not wait.
  if (`${method} ${path}` === 'PUT api/users/:id') {
    return body['role'] === undefined && body['isActive'] === false ? 'pass' : 'hold';
  }
  return 'hold';
}

/** Answers actions that need a second admin with 202. Reads the body, so it forwards other actions itself. */
export function holdForApproval(
  approvals: ApprovalsService,
  settings: SecuritySettingsService,
  upstreams: Upstreams,
): RequestHandler {
  const parse = jsonBody(BODY_LIMIT);
  return async (request: Request, response: Response, next: NextFunction) => {
    const route = routeOf(request);
    const kind = route.approval;
    if (kind === undefined || !(await settings.needsApproval(kind))) return next();
    await new Promise<void>((resolve, reject) => {
      parse(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
    });
    const body = (request.body ?? null) as Body | null;
    const rule = ruleFor(route, body ?? {});
    if (rule === 'pass') return forward(request, response, upstreams);
    if (rule === 'refuse') {
      throw new AppError(
        'conflict',
        'Role changes need a second admin. Add the user with the role User, then change the role.',
      );
    }
    const { actor } = signedInOf(request);
    const held = await approvals.request(actor, { kind, method: route.method, path: request.path, body });
    response.status(202).setHeader(APPROVAL_HEADER, String(held.id));
    response.json(held);
  };
}

const FORWARDED_HEADERS = ['content-type', 'x-error-code', 'retry-after'];

async function forward(request: Request, response: Response, upstreams: Upstreams): Promise<void> {
  const { service, method, ...route } = routeOf(request);
  if (service === 'gateway') throw new Error('The gateway does not forward its own actions');
  const { actor } = signedInOf(request);
  const target = upstreams.of(service);
  const answer = await internalRequest(target, request.url, {
    method,
    headers: { ...upstreams.headersFor(service, actor), 'content-type': 'application/json' },
    body: JSON.stringify(request.body ?? {}),
    timeoutMs: idleTimeoutOf(route),
  }).catch((error: unknown) => {
    throw unavailableError(`${target.title} is not available at the moment. Please try again.`, error);
  });
  response.status(answer.status);
  for (const name of FORWARDED_HEADERS) {
    const value = answer.headers.get(name);
    if (value !== null) response.setHeader(name, value);
  }
  response.end(Buffer.from(await answer.arrayBuffer()));
}
