import {
  CreateUserRequest,
  ResetPasswordRequest,
  StaffUser,
  TwoFactorReset,
  UpdateUserRequest,
} from '@clearwatch/contracts/users.dto';
import { type Paged, PageQuery, RespondsWithList } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Allow, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Body, Controller, Delete, Get, HttpCode, Module, Param, Post, Put, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { AuditLogModule } from '../audit/audit-log.module.ts';
import { AuthenticationModule } from '../authentication/authentication.module.ts';
import { FirstAdminService } from '../first-start/first-admin.service.ts';
import { USER_ID, UsersService } from './users.service.ts';

@ApiTags('users')
@Allow('Admin')
@Controller('api/users')
class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get()
  @RespondsWithList(StaffUser, 'Sorted by name.')
  list(@Query() query: PageQuery): Promise<Paged<StaffUser>> {
    return this.users.list(query);
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
    @Param('id', USER_ID) id: number,
    @Body() request: UpdateUserRequest,
  ): Promise<StaffUser> {
    return this.users.update(actor, id, request);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiNoContentResponse()
  remove(@CurrentActor() actor: Actor, @Param('id', USER_ID) id: number): Promise<void> {
    return this.users.remove(actor, id);
  }

  @Post(':id/reset-password')
  @HttpCode(200)
  @ApiOkResponse({ type: StaffUser })
  resetPassword(
    @CurrentActor() actor: Actor,
    @Param('id', USER_ID) id: number,
    @Body() request: ResetPasswordRequest,
  ): Promise<StaffUser> {
    return this.users.resetPassword(actor, id, request);
  }

  @Post(':id/unlock')
  @HttpCode(200)
  @ApiOkResponse({ type: StaffUser })
  unlock(@CurrentActor() actor: Actor, @Param('id', USER_ID) id: number): Promise<StaffUser> {
    return this.users.unlock(actor, id);
  }

  @Post(':id/reset-two-factor')
  @HttpCode(200)
  @ApiOkResponse({ type: TwoFactorReset, description: 'The user needs the activation code at the next sign-in.' })
  resetTwoFactor(@CurrentActor() actor: Actor, @Param('id', USER_ID) id: number): Promise<TwoFactorReset> {
    return this.users.resetTwoFactor(actor, id);
  }
}

@Module({
  imports: [AuditLogModule, AuthenticationModule],
  controllers: [UsersController],
  providers: [FirstAdminService, UsersService],
})
export class UsersModule {}
