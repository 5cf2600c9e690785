import {
  BulkReviewRequest,
  BulkReviewResponse,
  ReopenRequest,
  ReviewRequest,
  UnusualActivityDetail,
} from '@clearwatch/contracts/alerts.dto';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Body, Controller, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { AlertIdPipe } from '../alert-id.pipe.ts';
import { BulkReviewService } from './bulk-review.service.ts';
import { ReopenService } from './reopen.service.ts';
import { ReviewService } from './review.service.ts';

@AllowStaff()
@Controller('api/unusual-activities')
export class DecisionsController {
  constructor(
    private readonly reviews: ReviewService,
    private readonly bulkReviews: BulkReviewService,
    private readonly reopenings: ReopenService,
  ) {}

  @Post('bulk-review')
  @HttpCode(200)
  @ApiOkResponse({ type: BulkReviewResponse })
  reviewAll(@CurrentActor() actor: Actor, @Body() request: BulkReviewRequest): Promise<BulkReviewResponse> {
    return this.bulkReviews.review(actor, request);
  }

  @Patch(':id/review')
  @ApiOkResponse({ type: UnusualActivityDetail })
  review(
    @CurrentActor() actor: Actor,
    @Param('id', AlertIdPipe) id: number,
    @Body() request: ReviewRequest,
  ): Promise<UnusualActivityDetail> {
    return this.reviews.review(actor, id, request);
  }

  @Post(':id/reopen')
  @HttpCode(200)
  @ApiOkResponse({ type: UnusualActivityDetail })
  reopen(
    @CurrentActor() actor: Actor,
    @Param('id', AlertIdPipe) id: number,
    @Body() request: ReopenRequest,
  ): Promise<UnusualActivityDetail> {
    return this.reopenings.reopen(actor, id, request);
  }
}
