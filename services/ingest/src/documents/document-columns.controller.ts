import {
  ColumnChoices,
  ColumnsPreview,
  DocumentColumns,
  RenameLayoutRequest,
  SaveColumnsRequest,
  SavedLayout,
} from '@clearwatch/contracts/document-layouts.dto';
import { ParseJob } from '@clearwatch/contracts/documents.dto';
import { MAX_INTEGER, PathIdPipe } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Param, Patch, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { DocumentColumnsService } from './document-columns.service.ts';
import { DocumentLayouts } from './document-layouts.repository.ts';
import { DocumentId } from './documents.controller.ts';

const LayoutId = () => Param('id', new PathIdPipe('This layout does not exist.', MAX_INTEGER));

@ApiTags('documents')
@AllowStaff()
@Controller('api/parse-jobs/:id/columns')
export class DocumentColumnsController {
  constructor(private readonly columns: DocumentColumnsService) {}

  @Get()
  @ApiOkResponse({ type: DocumentColumns, description: 'The columns as read, or as saved for this layout.' })
  open(@CurrentActor() actor: Actor, @DocumentId() id: number): Promise<DocumentColumns> {
    return this.columns.open(actor, id);
  }

  @Post('preview')
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: ColumnsPreview, description: 'The first rows with these columns. Stores nothing.' })
  preview(@DocumentId() id: number, @Body() choices: ColumnChoices): Promise<ColumnsPreview> {
    return this.columns.preview(id, choices);
  }

  @Post()
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({
    type: ParseJob,
    description:
      'The columns are saved for all documents with this layout. The document is read again, unless its rows were already imported or reviewed.',
  })
  save(@CurrentActor() actor: Actor, @DocumentId() id: number, @Body() request: SaveColumnsRequest): Promise<ParseJob> {
    return this.columns.save(actor, id, request);
  }
}

@ApiTags('documents')
@AllowStaff()
@Controller('api/document-layouts')
export class DocumentLayoutsController {
  constructor(private readonly layouts: DocumentLayouts) {}

  @Get()
  @ApiOkResponse({ type: SavedLayout, isArray: true, description: 'The saved layouts by name.' })
  list(): Promise<SavedLayout[]> {
    return this.layouts.list();
  }

  @Patch(':id')
  @ApiOkResponse({ type: SavedLayout })
  rename(
    @CurrentActor() actor: Actor,
    @LayoutId() id: number,
    @Body() { name }: RenameLayoutRequest,
  ): Promise<SavedLayout> {
    return this.layouts.rename(actor, id, name);
  }

  @Delete(':id')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiNoContentResponse({ description: 'Documents with this layout need their columns again.' })
  async remove(@CurrentActor() actor: Actor, @LayoutId() id: number): Promise<void> {
    await this.layouts.remove(actor, id);
  }
}
