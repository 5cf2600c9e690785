import {
  CreateUserRequest,
  ResetPasswordRequest,
  StaffUser,
  UpdateUserRequest,
} from '@clearwatch/contracts/http/users';
import { answerPage } from '@clearwatch/service-kit/http/answer-page';
import { PageQuery } from '@clearwatch/service-kit/http/page-query';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Allow } from '@clearwatch/service-kit/identity/allow.decorator';
import { CurrentActor } from '@clearwatch/service-kit/identity/current-actor.decorator';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CredentialsService } from './credentials.service.ts';
import { UserIdPipe } from './user-id.pipe.ts';
import { UsersService } from './users.service.ts';

@ApiTags('users')
@Allow('Admin')
@Controller('api/users')
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly credentials: CredentialsService,
  ) {}

  @Get()
  @ApiOkResponse({ type: StaffUser, isArray: true, description: 'By name.' })
  async list(
    @Query() query: PageQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StaffUser[]> {
    return answerPage(response, await this.users.list(query));
  }

  @Post()
  @ApiCreatedResponse({ type: StaffUser })
  create(@CurrentActor() actor: Actor, @Body() request: CreateUserRequest): Promise<StaffUser> {
    return this.users.create(actor, request);
  }

  @Put(':id')
  @ApiOkResponse({ type: StaffUser })
  update(
    @CurrentActor() actor: Actor,
    @Param('id', UserIdPipe) id: number,
    @Body() request: UpdateUserRequest,
  ): Promise<StaffUser> {
    return this.users.update(actor, id, request);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiNoContentResponse()
  remove(@CurrentActor() actor: Actor, @Param('id', UserIdPipe) id: number): Promise<void> {
    return this.users.remove(actor, id);
  }

  @Post(':id/reset-password')
  @HttpCode(200)
  @ApiOkResponse({ type: StaffUser })
  resetPassword(
    @CurrentActor() actor: Actor,
    @Param('id', UserIdPipe) id: number,
    @Body() request: ResetPasswordRequest,
  ): Promise<StaffUser> {
    return this.credentials.resetPassword(actor, id, request);
  }

  @Post(':id/unlock')
  @HttpCode(200)
  @ApiOkResponse({ type: StaffUser })
  unlock(@CurrentActor() actor: Actor, @Param('id', UserIdPipe) id: number): Promise<StaffUser> {
    return this.credentials.unlock(actor, id);
  }

  @Post(':id/reset-two-factor')
  @HttpCode(200)
  @ApiOkResponse({ type: StaffUser })
  resetTwoFactor(@CurrentActor() actor: Actor, @Param('id', UserIdPipe) id: number): Promise<StaffUser> {
    return this.credentials.resetTwoFactor(actor, id);
  }
}
